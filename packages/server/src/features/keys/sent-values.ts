import type { Status } from '@parlance/contract'
import type { Transaction } from '../../db/transaction.ts'
import type { ProjectAccess } from '../../http/access.ts'
import { localeCode } from '../../locale.ts'
import { enabledLocales } from '../projects/index.ts'

export interface SentValue {
  localeId: number
  locale: string
  value: string
  status: Status
}

/** The `translations` of a request, resolved. Two spellings of one locale are one value; the later wins. */
export async function resolveSentValues(
  tx: Transaction,
  access: ProjectAccess,
  translations: Record<string, { value: string; status: Status }> = {},
): Promise<SentValue[]> {
  const entries = Object.entries(translations)
  if (entries.length === 0) return []
  const byCode = new Map(entries.map(([spelling, sent]) => [localeCode(spelling), sent]))
  const locales = await enabledLocales(tx, access, [...byCode.keys()])
  return locales.flatMap(({ id, code }) => {
    const sent = byCode.get(code)
    return sent ? [{ localeId: id, locale: code, value: sent.value, status: sent.status }] : []
  })
}
