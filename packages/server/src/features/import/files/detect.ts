import { type Format, nameOfFile, placeOfPath, withoutExtension } from '@parlance/formats'
import { canonicalLocale } from '../../../locale.ts'
import { isContainer, type NamedNamespace, namespaceOfFolders } from './folders.ts'

export interface Detection {
  locale: string | null
  namespace: string
  /** From 0, a guess, to 1. */
  confidence: number
  /** Nothing names the locale: a file without one is one of the source language. What it says of itself counts more. */
  isAssumed?: true
  /** The folder that would name the namespace if it were none that many projects have. */
  folder?: string
}

/** What a project has. */
export interface Known {
  locales: ReadonlySet<string>
  sourceLocale: string
  namespaces: ReadonlySet<string>
  defaultNamespace: string
}

interface Candidate {
  locale: { code: string; weight: number } | undefined
  /** Asked for where it is the best so far: to put one together takes the time of the whole name. */
  namespace: () => NamedNamespace
  weight: number
  isAssumed?: true
}

/**
 * How much of a name is looked at, from its end. Twelve characters can stand for one, `%F0%9F%98%80`, so what is longer
 * names no namespace.
 */
const MAX_CHARACTERS = 4096
const MAX_FOLDERS = 32

/**
 * Where a file belongs by its name: as its format lays files out (`values-pt-rBR/strings.xml`), or as people do:
 * `en.json`, `common/en.json`, `en/common.json`, `common.en.json`, `common_en.json`, `locales/en/common.json`. What an
 * export calls its files is understood as it was meant.
 */
export function detect(filename: string, format: Format, known: Known): Detection {
  const path = new FilePath(filename, format, known)
  const namespace = nameOfFile(path.base) || known.defaultNamespace
  if (format.isMultiLocale) return { locale: null, ...path.ownNamespace(), confidence: 0 }
  let best: Detection = { locale: null, namespace, confidence: 0 }
  for (const { locale, namespace: named, weight, isAssumed } of path.candidates()) {
    const confidence = Math.round(weight * (locale?.weight ?? 0) * 100) / 100
    if (locale && confidence > best.confidence)
      best = { locale: locale.code, ...named(), confidence, ...(isAssumed ? { isAssumed } : {}) }
  }
  return best
}

class FilePath {
  /** Without the extension. */
  readonly base: string
  readonly #folders: string[]
  readonly #path: string
  readonly #format: Format
  readonly #known: Known

  constructor(filename: string, format: Format, known: Known) {
    const segments = filename
      .slice(-MAX_CHARACTERS)
      .split(/[/\\]/)
      .filter((segment) => segment !== '' && segment !== '.')
      .slice(-MAX_FOLDERS - 1)
    this.#path = segments.join('/')
    this.base = withoutExtension(segments.at(-1) ?? '')
    this.#folders = segments.slice(0, -1)
    this.#format = format
    this.#known = known
  }

  *candidates(): Generator<Candidate, void, void> {
    yield* this.#asLaidOut()
    yield* this.#byFolder()
    yield* this.#byWholeName()
    yield* this.#byPartOfName()
    yield* this.#ofSource()
  }

  /** Of a file that has all languages. */
  ownNamespace(): NamedNamespace {
    const own = baseOf(this.#format.path)
    return this.base === own ? this.#around(this.#folders) : { namespace: nameOfFile(this.base) }
  }

  *#asLaidOut(): Generator<Candidate, void, void> {
    const place = placeOfPath(this.#format, this.#path)
    if (!place) return
    const { folders, otherwise } = place
    const locale = place.locale === null ? this.#sourceLocale() : this.#localeOf(place.locale)
    const isCalledSo = otherwise === null || withoutExtension(otherwise) === baseOf(this.#format.path)
    const weight = !isCalledSo ? 0.9 : folders.length === 0 ? 1 : folders.length === 1 ? 0.95 : 0.85
    yield { locale, namespace: () => (isCalledSo ? this.#around(folders) : this.#called([this.base])), weight }
  }

  *#byFolder(): Generator<Candidate, void, void> {
    for (let at = this.#folders.length - 1; at >= 0; at--) {
      const folder = this.#folders[at] ?? ''
      if (isContainer(folder) && !this.#isKnown(folder)) continue
      const inside = this.#folders.slice(at + 1)
      const isDomain = inside.length === 1 && inside[0] === GETTEXT_FOLDER
      const namespace = () =>
        isDomain && this.base === GETTEXT_DOMAIN
          ? this.#around(this.#folders.slice(0, at))
          : this.#called(isDomain ? [this.base] : [...inside, this.base])
      yield { locale: this.#localeOf(folder), namespace, weight: inside.length === 0 || isDomain ? 0.9 : 0.8 }
    }
  }

  /** `de.xml`: what an export calls a file that comes alone, whatever the layout of its format. */
  *#byWholeName(): Generator<Candidate, void, void> {
    yield { locale: this.#localeOf(this.base), namespace: () => this.#around(this.#folders), weight: 0.85 }
  }

  *#byPartOfName(): Generator<Candidate, void, void> {
    for (const { 0: separator, index } of this.base.matchAll(/[._-]/g)) {
      const [before, after] = [this.base.slice(0, index), this.base.slice(index + 1)]
      const locale = this.#localeOf(after)
      yield { locale, namespace: () => this.#called([before]), weight: before === '' ? 0 : 0.75 }
      if (separator !== '.') continue
      const namespace = () => this.#called([after])
      yield { locale: this.#localeOf(before), namespace, weight: after === '' ? 0 : 0.7 }
    }
  }

  /** `messages.properties` beside `messages_de.properties`; a template has no language either. */
  *#ofSource(): Generator<Candidate, void, void> {
    const { path } = this.#format
    // Where a folder tells the language, a file in another folder may be anything: `values-night/strings.xml`.
    if (path.includes('{locale}') && !baseOf(path).includes('{locale}')) return
    const [own = ''] = baseOf(path).split('{locale}')
    const bare = own.replace(/[._-]$/, '')
    if (bare === '') return
    const isCalledSo = this.base === bare
    const namespace = () => (isCalledSo ? this.#around(this.#folders) : this.#called([this.base]))
    yield { locale: this.#sourceLocale(), namespace, weight: isCalledSo ? 0.7 : 0.5, isAssumed: true }
  }

  #sourceLocale() {
    return { code: this.#known.sourceLocale, weight: 1 }
  }

  #around = (folders: readonly string[]) => namespaceOfFolders(folders, this.#known)

  #called = (names: readonly string[]) => ({ namespace: names.map(nameOfFile).join('/') })

  #isKnown = (text: string) => this.#known.locales.has(canonicalLocale(text) ?? '')

  #localeOf = (text: string) => localeOf(text, this.#known)
}

/** Where gettext looks for the catalogues of a language, and what the one of a program is called by itself. */
const GETTEXT_FOLDER = 'LC_MESSAGES'
const GETTEXT_DOMAIN = 'messages'

const baseOf = (path: string) => withoutExtension(path.slice(path.lastIndexOf('/') + 1))

/** Words joined by hyphens pass for extended languages (`my-app`), so those count only where a project has them. */
const USUAL = /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?(-([a-z\d]{5,8}|\d[a-z\d]{3}))*$/

/** What has no such parts need not be asked for: each no costs an exception. */
const MAX_LOCALE = 100
const LOOKS_LIKE_LOCALE = /^[a-z\d]{1,8}([-_][a-z\d]{1,8})*$/i

/** A project may have a language by the code it had before: files of Android cannot tell these two apart. */
const OLD_CODES = new Map([
  ['id', 'in'],
  ['he', 'iw'],
  ['yi', 'ji'],
])

/** A locale of the project is one for certain; others are, the more the world knows them. */
function localeOf(text: string, { locales }: Known): Candidate['locale'] {
  if (text.length > MAX_LOCALE || !LOOKS_LIKE_LOCALE.test(text)) return undefined
  const code = canonicalLocale(text)
  if (code === undefined) return undefined
  if (locales.has(code)) return { code, weight: 1 }
  const old = code.replace(/^[a-z]+/, (language) => OLD_CODES.get(language) ?? language)
  if (locales.has(old)) return { code: old, weight: 1 }
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
