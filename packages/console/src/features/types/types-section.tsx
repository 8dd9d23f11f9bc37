import { useSuspenseQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { useText } from '../../text/context.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { TextField } from '../../ui/field.tsx'
import { Nothing } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'
import { matchingKeys } from './matching-keys.ts'
import { TakeTypes } from './take-types.tsx'
import { type Parameter, type TypedKey, typesQuery } from './typed-keys.ts'
import styles from './types.module.css'

/** Rows that are added to the table at once. */
const MORE = 100

/** What each text asks of the code that shows it. */
export function TypesSection({ projectId }: { projectId: number }) {
  const { t } = useText()
  const { data: keys } = useSuspenseQuery(typesQuery(projectId))
  const [search, setSearch] = useState('')
  const [isAsking, setAsking] = useState(true)
  const [shown, setShown] = useState(MORE)
  const sought = useDeferredValue(search)
  const matching = useMemo(() => matchingKeys(keys, sought, isAsking), [keys, sought, isAsking])
  const find = (text: string) => {
    setSearch(text)
    setShown(MORE)
  }
  return (
    <>
      <p className={styles.hint}>{t('types.lead')}</p>
      <TakeTypes keys={keys} />
      <div className={styles.tools}>
        <TextField
          label={t('types.search')}
          type="search"
          value={search}
          onChange={(event) => find(event.target.value)}
        />
        <Checkbox label={t('types.onlyAsking')} checked={isAsking} onChange={setAsking} />
        <span role="status" className={styles.count}>
          {t('tools.keys', { count: matching.length })}
        </span>
      </div>
      {matching.length === 0 ? (
        <Nothing>{t(keys.length === 0 ? 'overview.emptyReader' : 'types.noMatch')}</Nothing>
      ) : (
        <TypesTable keys={matching.slice(0, shown)} />
      )}
      {matching.length > shown && (
        <div>
          <Button onClick={() => setShown(shown + MORE)}>{t('ui.showMore')}</Button>
        </div>
      )}
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
