import type { Handle } from '../../db/pool.ts'
import { assertLocale, namedLocale, type ProjectAccess } from '../../http/access.ts'
import { fault } from '../../http/errors.ts'
import { canonicalLocale } from '../../locale.ts'
import { findProjectLocales, type ProjectLocaleRow } from './project-locales.ts'

type OneForEach<Sent extends readonly string[]> = { [At in keyof Sent]: ProjectLocaleRow }

/**
 * The languages of a project that a request names, one for each name and in their order. Those that the caller may not
 * touch are refused first, whether the project has them or not.
 */
export async function enabledLocales<const Sent extends readonly string[]>(
  db: Handle,
  access: ProjectAccess,
  sent: Sent,
): Promise<OneForEach<Sent>> {
  const codes = sent.map((name) => namedLocale(access, name)) as { [At in keyof Sent]: string }
  return localesAmong(await findProjectLocales(db, access.projectId), codes)
}

/** The same for codes that were looked at before, among languages that are at hand. */
export function localesAmong<const Codes extends readonly string[]>(
  enabled: readonly ProjectLocaleRow[],
  codes: Codes,
): OneForEach<Codes> {
  const byCode = new Map(enabled.map((locale) => [locale.code, locale]))
  return codes.map((code) => {
    const locale = byCode.get(code)
    if (!locale) throw fault('localeNotEnabled')
    return locale
  }) as OneForEach<Codes>
}

/**
 * For routes where one language is everything: what is no code at all is on no project, which is told before what the
 * caller may not touch, and before anything is looked up.
 */
export function codeOnProject(access: ProjectAccess, sent: string): string {
  const code = canonicalLocale(sent)
  if (code === undefined) throw fault('localeNotEnabled')
  assertLocale(access, code)
  return code
}

/**
 * For routes that read: those of the project that the caller may see, and which of them the request chose, all if it
 * names none. A name that the project lacks chooses nothing; `unknown` is the place of the first such, or -1.
 */
export async function chosenLocales(db: Handle, access: ProjectAccess, sent: readonly string[] = []) {
  const codes = sent.map((name) => namedLocale(access, name))
  const enabled = await findProjectLocales(db, access.projectId)
  const visible = enabled.filter(({ code }) => access.localeCodes?.includes(code) ?? true)
  const [known, named] = [new Set(visible.map(({ code }) => code)), new Set(codes)]
  return {
    visible,
    source: enabled.find(({ isSource }) => isSource),
    chosen: named.size === 0 ? visible : visible.filter(({ code }) => named.has(code)),
    unknown: codes.findIndex((code) => !known.has(code)),
  }
}
