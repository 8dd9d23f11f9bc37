import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { peopleQuery } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { LabelledSelect } from '../../ui/labelled-select.tsx'
import styles from './audit.module.css'
import { type AuditSearch, KIND_NAMES, type Kind } from './audit-search.ts'

const ALL = 'all'

/** What is chosen stands in the address. */
export function AuditFilters({ orgId, search }: { orgId: number; search: AuditSearch }) {
  const { t } = useText()
  const navigate = useNavigate({ from: '/organizations/$orgId/settings/audit' })
  const { data } = useQuery(peopleQuery(orgId))
  const narrow = (patch: Partial<Record<keyof AuditSearch, string | number | undefined>>) =>
    void navigate({ search: { ...search, ...patch } as AuditSearch, resetScroll: false })
  return (
    <search className={styles.filters} aria-label={t('filters.title')}>
      <LabelledSelect<Kind | typeof ALL>
        label={t('audit.kind')}
        value={search.kind ?? ALL}
        choices={[
          { value: ALL, label: t('audit.kind.all') },
          ...KIND_NAMES.map((value) => ({ value, label: t(`audit.kind.${value}`) })),
        ]}
        onChange={(kind) => narrow({ kind: kind === ALL ? undefined : kind })}
      />
      <LabelledSelect
        label={t('audit.who')}
        value={String(search.who ?? ALL)}
        choices={[
          { value: ALL, label: t('audit.everybody') },
          ...(data?.people ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(who) => narrow({ who: who === ALL ? undefined : Number(who) })}
      />
      {(['since', 'until'] as const).map((end) => (
        <TextField
          key={end}
          label={t(`audit.${end}`)}
          type="date"
          value={search[end] ?? ''}
          onChange={(event) => narrow({ [end]: event.target.value || undefined })}
        />
      ))}
      {Object.keys(search).length > 0 && (
        <Button onClick={() => void navigate({ search: {}, resetScroll: false })}>{t('filters.clear')}</Button>
      )}
    </search>
  )
}
