import type { AnswerOf } from '@parlance/sdk'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../api/client.ts'
import { situationOf } from '../../api/errors.ts'
import { projectQuery, queryClient } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox, Choices, Radio } from '../../ui/choice.tsx'
import { LabelledSelect } from '../../ui/labelled-select.tsx'
import { PagePart } from '../../ui/page.tsx'
import { useToast } from '../../ui/toast.tsx'
import { EXPORT_FORMATS } from '../export/index.ts'
import styles from './files.module.css'
import { publishedQuery } from './files-query.ts'

type Project = AnswerOf<'getProject'>
type Settings = Project['cdn']

const STATUSES = ['not_translated', 'not_reviewed', 'translated'] as const
const STRUCTURES = ['flat', 'nested'] as const
/** Published are files of one language each. */
const FORMATS = EXPORT_FORMATS.filter(({ isMultiLocale }) => !isMultiLocale)

interface FileSettingsProps {
  project: Project
  mayChange: boolean
}

/** What the files contain and how they are written, from the next deploy on. */
export function FileSettings({ project, mayChange }: FileSettingsProps) {
  const { t } = useText()
  return (
    <PagePart title={t('files.settings')}>
      {mayChange ? <SettingsForm project={project} /> : <SettingsText cdn={project.cdn} />}
      <p className={styles.hint}>{t('files.settingsHint')}</p>
    </PagePart>
  )
}

function SettingsText({ cdn: { format, structure, statuses } }: Pick<Project, 'cdn'>) {
  const { t, locale } = useText()
  const names = (statuses ?? []).map((status) => t(`status.${status}`))
  return (
    <ul className={styles.list}>
      <li>{FORMATS.find(({ id }) => id === format)?.name ?? format}</li>
      <li>{t(`export.${structure}`)}</li>
      <li>{names.length === 0 ? t('files.allTexts') : new Intl.ListFormat(locale).format(names)}</li>
    </ul>
  )
}

function SettingsForm({ project }: { project: Project }) {
  const { t } = useText()
  const [settings, setSettings] = useState<Settings>(project.cdn)
  const { mutate, isPending } = useSave(project.id)
  const { format, structure, statuses } = settings
  const change = (patch: Partial<Settings>) => setSettings({ ...settings, ...patch })
  const toggle = (status: (typeof STATUSES)[number], isChosen: boolean) =>
    change({ statuses: STATUSES.filter((one) => (one === status ? isChosen : statuses?.includes(one))) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) mutate(settings)
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <LabelledSelect
        label={t('export.format')}
        value={format}
        choices={FORMATS.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(chosen) => change({ format: chosen })}
      />
      <Choices label={t('export.structure')}>
        {STRUCTURES.map((one) => (
          <Radio
            key={one}
            name="structure"
            label={t(`export.${one}`)}
            checked={structure === one}
            onChange={() => change({ structure: one })}
          />
        ))}
      </Choices>
      <Choices label={t('files.statuses')}>
        {STATUSES.map((status) => (
          <Checkbox
            key={status}
            label={t(`status.${status}`)}
            checked={statuses?.includes(status) ?? false}
            onChange={(isChosen) => toggle(status, isChosen)}
          />
        ))}
      </Choices>
      <Button type="submit" aria-disabled={isPending}>
        {t('ui.save')}
      </Button>
    </form>
  )
}

function useSave(projectId: number) {
  const { t } = useText()
  const toast = useToast()
  return useMutation({
    mutationFn: (cdn: Settings) => api.updateProject({ params: { projectId }, body: { cdn } }),
    onSuccess: (project) => {
      queryClient.setQueryData(projectQuery(projectId).queryKey, project)
      void queryClient.invalidateQueries({ queryKey: publishedQuery(projectId).queryKey })
      toast({ text: t('files.saved') })
    },
    onError: (error) => toast({ text: t(`situation.${situationOf(error)}`), isFailure: true }),
  })
}
