import type { Handle } from '../../../db/pool.ts'
import type { WideMap } from '../../../json/wide-map.ts'
import { canonicalLocale, localeCode } from '../../../locale.ts'
import { eachInTurns } from '../../../turns.ts'
import { findLocales } from '../../organizations/index.ts'

/** Looks a language up as it is spelled, then in any other spelling. In turns: a body has room for a million names. */
export async function readMapping(mapping: WideMap<string>) {
  const byCode = new Map<string, string>()
  await eachInTurns(mapping, ([name, meant]) => {
    const code = canonicalLocale(name)
    if (code !== undefined) byCode.set(code, meant)
  })
  return (lang: string) => mapping.get(lang) ?? byCode.get(localeCode(lang))
}

/** The locales of an organization by their codes. */
export async function organizationLocales(db: Handle, organizationId: number): Promise<Map<string, number>> {
  const locales = await findLocales(db, organizationId)
  return new Map(locales.map(({ id, code }) => [code, id]))
}
