import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { queryClient } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { LanguageField, LanguagesField } from '../../ui/language-field.tsx'

/** A project with a name and languages, and nothing in it. */
export function NewProjectDialog({ orgId, onClose }: { orgId: number; onClose: () => void }) {
  const { t } = useText()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [sourceLocale, setSource] = useState('en')
  const [locales, setLocales] = useState<string[]>([])
  const creation = useMutation({
    mutationFn: () => api.createProject({ params: { orgId }, body: { name: name.trim(), sourceLocale, locales } }),
    onSuccess: async (project) => {
      await queryClient.invalidateQueries({ queryKey: ['organization', orgId] })
      const locale = project.locales.find(({ isSource }) => !isSource)?.code ?? project.sourceLocaleCode
      await navigate({
        to: '/projects/$projectId/translate/$locale',
        params: { projectId: project.id, locale },
      })
    },
  })
  return (
    <FormDialog
      title={t('projects.create')}
      submitLabel={t('projects.createButton')}
      sending={creation}
      onSubmit={() => creation.mutate()}
      onClose={onClose}
    >
      <TextField
        label={t('projects.name')}
        required
        maxLength={255}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <LanguageField label={t('projects.source')} value={sourceLocale} onChange={setSource} />
      <LanguagesField
        label={t('projects.languages')}
        hint={t('projects.languagesHint')}
        values={locales}
        onChange={setLocales}
      />
    </FormDialog>
  )
}
