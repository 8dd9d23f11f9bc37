import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { useText } from '../../../text/context.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { LabelledSelect } from '../../../ui/labelled-select.tsx'
import { saveFrom } from '../../../ui/save-file.ts'
import type { Memory } from '../queries.ts'
import { useMemoryRights } from '../rights.ts'

/** A memory, or one of its languages, as a TMX file that comes piece by piece. */
export function ExportTmxDialog({ memory, onClose }: { memory: Memory; onClose: () => void }) {
  const { t, languageTitle } = useText()
  const { locales } = useMemoryRights(memory.organizationId)
  const [language, setLanguage] = useState('')
  const saving = useMutation({
    // A download cannot say why it was refused: a small question before it can.
    mutationFn: () => api.getMemory({ params: { tmId: memory.id } }),
    onSuccess: () => {
      const chosen = locales.find(({ code }) => code === language)
      saveFrom(`/v1/tms/${memory.id}/export${chosen ? `?targetLocaleId=${chosen.id}` : ''}`)
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('memories.exportTitle')}
      submitLabel={t('memories.download')}
      sending={saving}
      onSubmit={() => saving.mutate()}
      onClose={onClose}
    >
      <p>{t('memories.exportHint')}</p>
      <LabelledSelect
        label={t('memories.language')}
        value={language}
        choices={[
          { value: '', label: t('memories.allLanguages') },
          ...locales.map((locale) => ({ value: locale.code, label: languageTitle(locale), detail: locale.code })),
        ]}
        onChange={setLanguage}
      />
    </FormDialog>
  )
}
