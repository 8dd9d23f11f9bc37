import type { Handle } from '../../../db/pool.ts'
import { memberOf, namesOf } from '../../../json/tree.ts'
import { canonicalLocale, localeCode } from '../../../locale.ts'
import { eachInTurns } from '../../../turns.ts'
import { findLocales } from '../../organizations/index.ts'

/** Looks a language up as it is spelled, then in any other spelling. In turns: a body has room for a million names. */
export async function readMapping(mapping: Readonly<Record<string, string>>) {
  const byCode = new Map<string, string | undefined>()
  await eachInTurns(namesOf(mapping), (name) => {
    const code = canonicalLocale(name)
    if (code !== undefined) byCode.set(code, memberOf(mapping, name))
  })
  return (lang: string) => memberOf(mapping, lang) ?? byCode.get(localeCode(lang))
}

/** The locales of an organization by their codes. */
export async function organizationLocales(db: Handle, organizationId: number): Promise<Map<string, number>> {
  const locales = await findLocales(db, organizationId)
  return new Map(locales.map(({ id, code }) => [code, id]))
}
