import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useId, useState } from 'react'
import { api } from '../../api/client.ts'
import { situationOf } from '../../api/errors.ts'
import { queryClient } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { LanguageField, LanguagesField } from '../../ui/language-field.tsx'
import styles from './projects.module.css'

/** A project with a name and languages, and nothing in it. */
export function NewProjectDialog({ orgId, onClose }: { orgId: number; onClose: () => void }) {
  const { t } = useText()
  const form = useId()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [sourceLocale, setSource] = useState('en')
  const [locales, setLocales] = useState<string[]>([])
  const { mutate, isPending, error } = useMutation({
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
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) mutate()
  }
  return (
    <Dialog
      title={t('projects.create')}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button kind="primary" type="submit" form={form} aria-disabled={isPending}>
            {t('projects.createButton')}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={submit}>
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
        {error && <p role="alert">{t(`situation.${situationOf(error)}`)}</p>}
      </form>
    </Dialog>
  )
}
