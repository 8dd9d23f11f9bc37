import { messageParameters } from '@parlance/checks'
import { limits } from '@parlance/contract'
import type { Author } from '../../../changes/author.ts'
import { nothing, type Sql, sql } from '../../../db/sql.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { mayAsk } from '../../translations/index.ts'
import { entries, type MappedFile, missesKey, sayAny } from './plan.ts'
import type { SaidOfKeys } from './said-of-keys.ts'

/**
 * What keys ask for that an import is going to create: namespace_id, name, params. To put it to them afterwards would write
 * each of them twice, with all its indexes: of 100,000 keys of which every third asks for something it took 2.5 of 19 s.
 * It holds for source texts that are certain to be written; what it leaves out is looked at when the texts are there.
 */
export async function parametersOfNew(
  tx: Transaction,
  { sourceLocaleId }: Author,
  sessionId: string,
  files: readonly MappedFile[],
  said: SaidOfKeys['new'],
): Promise<Sql | undefined> {
  const ofSource = filesOf(files, sourceLocaleId)
  if (ofSource.length === 0 || !areApart(ofSource)) return undefined
  const limit = said ? sql`least(s.character_limit, ${limits.value})` : sql`${limits.value}::bigint`
  const texts = await tx.rows<{ namespaceId: number; name: string; value: string }>(sql`
    select e.namespace_id as "namespaceId", e.name, e.value
    from (${entries(sessionId, ofSource)}) e
    ${said ? sql`left join (${said}) s on s.namespace_id = e.namespace_id and s.name = e.name` : nothing}
    where ${mayAsk(sql`e.value`)} and exceeded_limit(e.value, ${limit}) is null and ${missesKey}`)
  const asking = texts.flatMap(({ value, ...key }) => {
    const params = messageParameters(value)
    return params.length > 0 ? [{ ...key, params }] : []
  })
  if (asking.length === 0) return undefined
  return sql`
    select * from unnest(
      ${asking.map(({ namespaceId }) => namespaceId)}::bigint[],
      ${asking.map(({ name }) => name)}::text[],
      ${asking.map(({ params }) => JSON.stringify(params))}::jsonb[]
    ) as a (namespace_id, name, params)`
}

/** Where all keys of an import are new: nothing is left for later. */
export const tellParameters = (files: readonly MappedFile[], { sourceLocaleId }: Author): boolean =>
  !sayAny(files, 'source') && areApart(filesOf(files, sourceLocaleId))

const filesOf = (files: readonly MappedFile[], wanted: number) => files.filter(({ localeId }) => localeId === wanted)

/** Of two files for one namespace, the other may have the last word on a text. */
const areApart = (files: readonly MappedFile[]) =>
  new Set(files.map(({ namespaceId }) => namespaceId)).size === files.length
