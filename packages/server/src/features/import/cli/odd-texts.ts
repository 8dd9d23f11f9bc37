import { parametersIfValid } from '@parlance/checks'
import { sql } from '../../../db/sql.ts'
import type { Transaction } from '../../../db/transaction.ts'
import type { MappedFile } from '../plan/plan.ts'
import type { DescribedKeys, PayloadWarning } from './payload.ts'

type Oddity = 'icu_syntax' | 'nested_json'

/** A text of a payload that is taken as it is, and hardly meant so. */
export interface OddText {
  key: string
  is: Oddity
}

/** Nothing but text and plain arguments, as most messages are: to parse each of them would take a tenth of an import. */
const PLAIN = /^(?!\s*\[)[^{}<']*(?:\{\w+\}[^{}<']*)*$/

/** What is odd about a text that is to be an ICU message. Double braces are those of i18next, which has no grammar. */
export function oddityOf(value: string): Oddity | undefined {
  if (PLAIN.test(value)) return undefined
  if (isJson(value)) return 'nested_json'
  return value.includes('{{') || parametersIfValid(value) ? undefined : 'icu_syntax'
}

function isJson(value: string): boolean {
  if (!/^\s*(?:\{\s*"|\[)/.test(value)) return false
  try {
    return typeof JSON.parse(value) === 'object'
  } catch {
    return false
  }
}

/** Of keys whose texts are no ICU messages, only what is JSON is odd. */
export async function oddWarnings(
  tx: Transaction,
  odd: readonly { file: MappedFile; text: OddText }[],
  keys: DescribedKeys | undefined,
): Promise<PayloadWarning[]> {
  const others = await keysOfOtherSyntax(tx, odd)
  const isMessage = ({ namespace, namespaceId }: MappedFile, key: string) => {
    const said = keys?.get(namespace)?.get(key)?.syntax
    return said === undefined ? !others.has(`${namespaceId} ${key}`) : said === null || said === 'icu'
  }
  return odd.flatMap(({ file, text: { key, is } }) => {
    if (is === 'icu_syntax' && !isMessage(file, key)) return []
    const { namespace, locale } = file
    return { type: is, namespace, locale, key, message: sentences[is](key, locale) }
  })
}

const sentences: Record<Oddity, (key: string, locale: string) => string> = {
  icu_syntax: (key, locale) => `The value of "${key}" in "${locale}" is no valid ICU message; it is taken as it is`,
  nested_json: (key, locale) =>
    `The value of "${key}" in "${locale}" is JSON itself; it is taken as it is. Nested texts are keys with dots: "${key}.…"`,
}

async function keysOfOtherSyntax(tx: Transaction, odd: readonly { file: MappedFile; text: OddText }[]) {
  if (odd.length === 0) return new Set<string>()
  const names = odd.map(({ text }) => text.key)
  const namespaceIds = odd.map(({ file }) => file.namespaceId)
  const found = await tx.rows<{ namespaceId: number; name: string }>(sql`
    select k.namespace_id as "namespaceId", k.name
    from (select distinct * from unnest(${namespaceIds}::bigint[], ${names}::text[]) as o (namespace_id, name)) o
    join keys k on k.namespace_id = o.namespace_id and k.name = o.name and k.deleted_at is null
    where k.syntax is not null and k.syntax <> 'icu' and not k.is_plural`)
  return new Set(found.map(({ namespaceId, name }) => `${namespaceId} ${name}`))
}
