import type { AnswerOf } from '@parlance/sdk'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { peopleQuery } from '../../api/queries.ts'
import { seenLocales } from '../../api/seen-locales.ts'
import { useMembership } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { LabelledSelect } from '../../ui/labelled-select.tsx'
import styles from './activity.module.css'
import { KIND_NAMES, KIND_TEXTS } from './kinds.ts'
import { type ActivitySearch, readActivitySearch } from './search.ts'

type Project = AnswerOf<'getProject'>

interface ActivityFiltersProps {
  project: Project
  search: ActivitySearch
}

/** By person, language, kind and time; all of it stands in the address. */
export function ActivityFilters({ project, search }: ActivityFiltersProps) {
  const { t, languageName } = useText()
  const navigate = useNavigate()
  const membership = useMembership(project.organizationId)
  const { data } = useQuery(peopleQuery(project.organizationId))
  const change = (patch: Record<string, unknown>) =>
    void navigate({
      to: '/projects/$projectId/activity',
      params: { projectId: project.id },
      search: readActivitySearch({ ...search, ...patch }),
    })
  const anybody = { value: '', label: t('activity.anybody') }
  const people = (data?.people ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  const languages = seenLocales(project, membership).map((locale) => ({
    value: locale.code,
    label: languageName(locale),
  }))
  const kinds = KIND_NAMES.map((name) => ({ value: name as string, label: t(KIND_TEXTS[name]) }))
  return (
    <div className={styles.filters}>
      <LabelledSelect
        label={t('activity.person')}
        value={String(search.person ?? '')}
        choices={[anybody, ...people]}
        onChange={(person) => change({ person })}
      />
      <LabelledSelect
        label={t('activity.language')}
        value={search.language ?? ''}
        choices={[{ value: '', label: t('activity.anyLanguage') }, ...languages]}
        onChange={(language) => change({ language })}
      />
      <LabelledSelect
        label={t('activity.kind')}
        value={search.kind ?? ''}
        choices={[{ value: '', label: t('activity.anyKind') }, ...kinds]}
        onChange={(kind) => change({ kind })}
      />
      {(['since', 'until'] as const).map((end) => (
        <TextField
          key={end}
          type="date"
          label={t(`activity.${end}`)}
          value={search[end] ?? ''}
          onChange={(event) => change({ [end]: event.target.value })}
        />
      ))}
      {Object.keys(search).length > 0 && (
        <Button
          kind="quiet"
          onClick={() =>
            void navigate({ to: '/projects/$projectId/activity', params: { projectId: project.id }, search: {} })
          }
        >
          {t('activity.clear')}
        </Button>
      )}
    </div>
  )
}
