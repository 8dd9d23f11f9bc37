import { characterCount } from '@parlance/checks'
import type { Status } from '@parlance/contract'
import type { Transaction } from '../../db/transaction.ts'
import { assertLocale, type ProjectAccess } from '../../http/access.ts'
import { fault } from '../../http/errors.ts'
import { canonicalLocale } from '../../locale.ts'
import { findProjectLocales } from '../projects/index.ts'

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
  const byCode = new Map(entries.map(([code, sent]) => [canonicalLocale(code) ?? code, sent]))
  for (const code of byCode.keys()) assertLocale(access, code)
  const enabled = new Map((await findProjectLocales(tx, access.projectId)).map(({ id, code }) => [code, id]))
  return Array.from(byCode, ([locale, { value, status }]) => {
    const localeId = enabled.get(locale)
    if (localeId === undefined) throw fault('localeNotEnabled')
    return { localeId, locale, value, status }
  })
}

export function assertFits(value: string, limit: number | null): void {
  if (limit === null) return
  const actual = characterCount(value)
  if (actual > limit) throw fault('valueTooLong', { limit, actual })
}
