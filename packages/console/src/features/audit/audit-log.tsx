import { infiniteQueryOptions, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { api } from '../../api/client.ts'
import { useText } from '../../text/context.tsx'
import { Nothing } from '../../ui/page.tsx'
import { ShowMore, Table } from '../../ui/table.tsx'
import styles from './audit.module.css'
import { AuditFilters } from './audit-filters.tsx'
import { AuditRow } from './audit-row.tsx'
import { type AuditSearch, queryOf } from './audit-search.ts'

const auditQuery = (orgId: number, search: AuditSearch) =>
  infiniteQueryOptions({
    queryKey: ['organization', orgId, 'audit', search],
    queryFn: ({ pageParam: cursor, signal }) =>
      api.listAudit({
        params: { orgId },
        query: { ...queryOf(search), limit: 50, ...(cursor === null ? {} : { cursor }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // What happened a moment ago is what people come here for.
    staleTime: 0,
  })

/** Who came in, and who changed what others may do, newest first. */
export function AuditLog({ orgId }: { orgId: number }) {
  const { t } = useText()
  const search = useSearch({ from: '/signed-in/organizations/$orgId/settings/audit' })
  const pages = useSuspenseInfiniteQuery(auditQuery(orgId, useDeferredValue(search)))
  const entries = pages.data.pages.flatMap((page) => page.entries)
  return (
    <>
      <p className={styles.lead}>{t('audit.lead')}</p>
      <AuditFilters orgId={orgId} search={search} />
      {entries.length === 0 ? (
        <Nothing>{t('audit.none')}</Nothing>
      ) : (
        <Table
          label={t('audit.title')}
          columns={[t('audit.when'), t('audit.who'), t('audit.what'), t('audit.address')]}
        >
          {entries.map((entry) => (
            <AuditRow key={entry.id} entry={entry} />
          ))}
        </Table>
      )}
      <ShowMore pages={pages} />
    </>
  )
}
