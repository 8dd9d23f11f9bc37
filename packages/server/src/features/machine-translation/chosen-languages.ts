import type { Handle } from '../../db/pool.ts'
import { assertLocale, namedLocale, type ProjectAccess } from '../../http/access.ts'
import { fault } from '../../http/errors.ts'
import { findProjectLocales, localesAmong } from '../projects/index.ts'

export interface Locale {
  id: number
  code: string
}

/** Named or not, the source is one that the caller may see: a translation tells what is in it. */
export async function chosenLanguages(
  db: Handle,
  access: ProjectAccess,
  sourceCode: string | undefined,
  targetCodes: readonly string[],
): Promise<{ source: Locale; targets: Locale[] }> {
  const wanted = targetCodes.map((sent) => namedLocale(access, sent))
  const from = sourceCode === undefined ? undefined : namedLocale(access, sourceCode)
  const locales = await findProjectLocales(db, access.projectId)
  const targets = new Set(localesAmong(locales, wanted))
  const source = locales.find(({ code, isSource }) => (from === undefined ? isSource : code === from))
  if (!source) throw fault('localeNotEnabled')
  assertLocale(access, source.code)
  if (targets.has(source)) throw fault('sourceIsTarget')
  return { source, targets: locales.filter((locale) => targets.has(locale)) }
}
