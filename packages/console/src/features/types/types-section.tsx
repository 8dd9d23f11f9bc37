import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { situationOf } from '../../api/errors.ts'
import { useText } from '../../text/context.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { Nothing } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { ShowMore, Table } from '../../ui/table.tsx'
import type { TypesSearch } from './search.ts'
import { TakeTypes } from './take-types.tsx'
import { type Parameter, type TypedKey, typePages } from './typed-keys.ts'
import styles from './types.module.css'

/** What each text asks of the code that shows it. */
export function TypesSection({ projectId }: { projectId: number }) {
  const { t } = useText()
  const { q = '', all = false } = useSearch({ from: '/signed-in/projects/$projectId/settings/$section' })
  const navigate = useNavigate({ from: '/projects/$projectId/settings/$section' })
  const find = (search: TypesSearch, replace: boolean) => void navigate({ search, replace, resetScroll: false })
  const pages = useInfiniteQuery(typePages(projectId, q, !all))
  const keys = pages.data?.pages.flatMap((page) => page.keys)
  const hasFilter = q !== '' || !all
  return (
    <>
      <p className={styles.hint}>{t('types.lead')}</p>
      <TakeTypes projectId={projectId} />
      <div className={styles.tools}>
        <SearchField
          label={t('types.search')}
          value={q}
          maxLength={1000}
          onSearch={(text, isGoingOn) =>
            find({ ...(text === '' ? {} : { q: text }), ...(all ? { all } : {}) }, isGoingOn)
          }
        />
        <Checkbox
          label={t('types.onlyAsking')}
          checked={!all}
          onChange={(isAsking) => find({ ...(q === '' ? {} : { q }), ...(isAsking ? {} : { all: true }) }, false)}
        />
        <span role="status" className={styles.count}>
          {pages.data && t('tools.keys', { count: pages.data.pages[0]?.total ?? 0 })}
        </span>
      </div>
      {pages.isError && <Nothing>{t(`situation.${situationOf(pages.error)}`)}</Nothing>}
      {keys?.length === 0 && <Nothing>{t(hasFilter ? 'types.noMatch' : 'overview.emptyReader')}</Nothing>}
      {keys && keys.length > 0 && <TypesTable keys={keys} />}
      <ShowMore pages={pages} />
    </>
  )
}

function TypesTable({ keys }: { keys: readonly TypedKey[] }) {
  const { t } = useText()
  return (
    <Table label={t('types.table')} columns={[t('list.key'), t('namespace.title'), t('help.parameters')]}>
      {keys.map(({ keyId, key, namespace, params }) => (
        <tr key={keyId}>
          <th scope="row" dir="ltr" className={styles.key}>
            {key}
          </th>
          <td dir="auto">{namespace}</td>
          <td>
            <div className={styles.params}>
              {params.map((parameter) => (
                <ParameterBadge key={parameter.name} parameter={parameter} />
              ))}
              {params.length === 0 && '–'}
            </div>
          </td>
        </tr>
      ))}
    </Table>
  )
}

function ParameterBadge({ parameter: { name, type, options, required } }: { parameter: Parameter }) {
  const { t } = useText()
  const kind = options ? options.join(' | ') : t(`help.parameter.${type}`)
  return (
    <Badge tone={required ? 'accent' : 'plain'}>
      <span>
        <bdi dir="ltr">{name}</bdi>: {kind}
        {!required && ` (${t('plural.optional')})`}
      </span>
    </Badge>
  )
}
