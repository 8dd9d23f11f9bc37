import type { AnswerOf } from '@parlance/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { projectQuery, queryClient } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { LanguagesField } from '../../ui/language-field.tsx'
import { useToast } from '../../ui/toast.tsx'

interface AddLanguagesProps {
  project: AnswerOf<'getProject'>
  onClose: () => void
}

export function AddLanguagesDialog({ project: { id: projectId, organizationId }, onClose }: AddLanguagesProps) {
  const { t } = useText()
  const toast = useToast()
  const [codes, setCodes] = useState<string[]>([])
  const adding = useMutation({
    mutationFn: async () => {
      // One after the other: those before a refusal are added, and stay so.
      for (const code of codes) await api.addProjectLocale({ params: { projectId }, body: { code } })
    },
    onSuccess: () => {
      toast({ text: t('settings.languagesAdded', { count: codes.length }) })
      onClose()
    },
    onSettled: () =>
      Promise.all(
        [projectQuery(projectId).queryKey, ['organization', organizationId]].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  })
  return (
    <FormDialog
      title={t('settings.addLanguage')}
      submitLabel={t('settings.add')}
      sending={adding}
      missing={codes.length === 0 ? t('members.chooseLanguage') : undefined}
      onSubmit={() => adding.mutate()}
      onClose={onClose}
    >
      <LanguagesField
        label={t('settings.languages')}
        hint={t('settings.addLanguageHint')}
        values={codes}
        onChange={setCodes}
      />
    </FormDialog>
  )
}
