import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { queryClient } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { LanguageField } from '../../ui/language-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { type ChosenFile, filesOfField } from '../import/index.ts'
import { type Imported, projectOfFiles } from './imported-files.ts'

/** A new project from files of somebody who begins. */
export function ImportFilesDialog({ orgId, onClose }: { orgId: number; onClose: () => void }) {
  const { t } = useText()
  const [name, setName] = useState('')
  const [sourceLocale, setSource] = useState('en')
  const [files, setFiles] = useState<readonly ChosenFile[]>([])
  const sending = useImport(orgId)
  const { mutate, isPending, data } = sending
  return (
    <FormDialog
      title={t('start.import')}
      submitLabel={t('import.button')}
      sending={sending}
      onSubmit={() => mutate({ name: name.trim(), sourceLocale, files })}
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
      <TextField
        label={t('import.files')}
        hint={t('import.filesHint')}
        type="file"
        multiple
        required
        onChange={(event) => setFiles(filesOfField(event.target.files ?? []))}
      />
      {isPending && <p role="status">{t('import.running')}</p>}
      {data && data.projectId === undefined && <Refused refused={data.refused} />}
    </FormDialog>
  )
}

function Refused({ refused }: Pick<Imported, 'refused'>) {
  const { t } = useText()
  return (
    <div role="alert">
      <p>{t('import.refused')}</p>
      <ul>
        {refused.map(({ filename, reason }) => (
          <li key={filename}>{t('import.refusedFile', { filename, reason })}</li>
        ))}
      </ul>
    </div>
  )
}

function useImport(orgId: number) {
  const { t } = useText()
  const toast = useToast()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (chosen: Parameters<typeof projectOfFiles>[1]) =>
      projectOfFiles(orgId, chosen, (reason) => t(`import.reason.${reason}`)),
    onSuccess: async (imported) => {
      if (imported.projectId === undefined) return
      const { projectId, locale, refused } = imported
      await queryClient.invalidateQueries({ queryKey: ['organization', orgId] })
      if (refused.length > 0) {
        const files = refused.map(({ filename, reason }) => t('import.refusedFile', { filename, reason })).join('\n')
        toast({ text: t('import.leftOut', { files }), isFailure: true })
      }
      await navigate({ to: '/projects/$projectId/translate/$locale', params: { projectId, locale } })
    },
  })
}
