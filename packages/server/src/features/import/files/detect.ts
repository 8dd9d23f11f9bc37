import { nameOfFile, withoutExtension } from '@parlance/formats'
import { canonicalLocale } from '../../../locale.ts'

export interface Detection {
  locale: string | null
  namespace: string
  /** From 0, a guess, to 1. */
  confidence: number
}

interface Known {
  /** The locales of the project. */
  locales: ReadonlySet<string>
  defaultNamespace: string
}

interface Candidate {
  locale: { code: string; weight: number } | undefined
  /** Asked for where it is the best so far: to put one together takes the time of the whole name. */
  namespace: () => string
  weight: number
}

/**
 * How much of a name is looked at, from its end. Twelve characters can stand for one, `%F0%9F%98%80`, so what is longer
 * names no namespace.
 */
const MAX_CHARACTERS = 4096
const MAX_FOLDERS = 32

/** Folders that hold translations and name none of them. */
const CONTAINERS = new Set(
  'app assets i18n l10n lang langs languages locale locales messages public resources src static translations'.split(
    ' ',
  ),
)

/**
 * Where a file belongs by its name: `en.json`, `common/en.json`, `en/common.json`, `common.en.json`, `common_en.json`,
 * `locales/en/common.json`. What an export calls its files is understood as it was meant.
 */
export function detect(filename: string, known: Known): Detection {
  const segments = withoutExtension(filename.slice(-MAX_CHARACTERS))
    .split(/[/\\]/)
    .filter((segment) => segment !== '' && segment !== '.')
  const base = segments.at(-1) ?? ''
  const folders = segments.slice(0, -1).slice(-MAX_FOLDERS)
  let best: Detection = { locale: null, namespace: nameOfFile(base) || known.defaultNamespace, confidence: 0 }
  for (const { locale, namespace, weight } of candidates(base, folders, known)) {
    const confidence = Math.round(weight * (locale?.weight ?? 0) * 100) / 100
    if (locale && confidence > best.confidence) best = { locale: locale.code, namespace: namespace(), confidence }
  }
  return best
}

function* candidates(base: string, folders: string[], known: Known): Generator<Candidate, void, void> {
  const { namespace, weight } = namespaceOf(folders, known)
  yield { locale: localeOf(base, known), namespace: () => namespace, weight }
  for (let at = folders.length - 1; at >= 0; at--) {
    const inside = () => [...folders.slice(at + 1), base].map(nameOfFile).join('/')
    yield {
      locale: localeOf(folders[at] ?? '', known),
      namespace: inside,
      weight: at === folders.length - 1 ? 0.9 : 0.8,
    }
  }
  for (const { 0: separator, index } of base.matchAll(/[._-]/g)) {
    const [before, after] = [base.slice(0, index), base.slice(index + 1)]
    yield { locale: localeOf(after, known), namespace: () => nameOfFile(before), weight: before === '' ? 0 : 0.75 }
    if (separator === '.')
      yield { locale: localeOf(before, known), namespace: () => nameOfFile(after), weight: after === '' ? 0 : 0.7 }
  }
}

/** A file named after its locale: the folder is the namespace, as in an export. */
function namespaceOf(folders: string[], { defaultNamespace }: Known) {
  if (folders.length === 0) return { namespace: defaultNamespace, weight: 1 }
  if (folders.length === 1) return { namespace: nameOfFile(folders[0] ?? ''), weight: 0.95 }
  const telling = folders.filter((folder) => !CONTAINERS.has(folder.toLowerCase()))
  return { namespace: nameOfFile(telling.at(-1) ?? defaultNamespace), weight: 0.85 }
}

/** Words joined by hyphens pass for extended languages (`my-app`), so those count only where a project has them. */
const USUAL = /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?(-([a-z\d]{5,8}|\d[a-z\d]{3}))*$/

/** What has no such parts need not be asked for: each no costs an exception. */
const MAX_LOCALE = 100
const LOOKS_LIKE_LOCALE = /^[a-z\d]{1,8}([-_][a-z\d]{1,8})*$/i

/** A locale of the project is one for certain; others are, the more the world knows them. */
function localeOf(text: string, { locales }: Known): Candidate['locale'] {
  if (text.length > MAX_LOCALE || !LOOKS_LIKE_LOCALE.test(text)) return undefined
  const code = canonicalLocale(text)
  if (code === undefined) return undefined
  if (locales.has(code)) return { code, weight: 1 }
  if (!USUAL.test(code)) return undefined
  const isWhole = /[-_]/.test(text)
  if (isKnownLanguage(code)) return { code, weight: isWhole || text.length === 2 ? 0.8 : 0.4 }
  return isWhole || text.length === 2 ? { code, weight: 0.5 } : undefined
}

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

function isKnownLanguage(code: string): boolean {
  try {
    return languageNames.of(code.split('-', 1)[0] ?? '') !== undefined
  } catch {
    return false
  }
}
