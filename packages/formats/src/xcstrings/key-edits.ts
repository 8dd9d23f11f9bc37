import type { Entry } from '../entry.ts'
import type { WriteOptions } from '../format.ts'
import type { JsonDraft } from '../json/json-draft.ts'
import type { JsonNode } from '../json/json-tree.ts'
import { indentAt } from '../json/place-in-text.ts'
import { comparableLocale } from '../locale-spelling.ts'
import { type CatalogKey, KEY, memberOf, objectIn } from './catalog.ts'
import { localizationsOf, type NewTexts } from './key-value.ts'
import { sorted } from './localization.ts'
import { editLocalization, isSaidBy } from './localization-edits.ts'
import { textsOfKey } from './texts-of-key.ts'

interface Options extends WriteOptions {
  sourceLanguage: string
}

/** What the project has of a key, by language as `comparableLocale` spells it. */
export type Languages = ReadonlyMap<string, Entry>

/** What becomes of the keys that a file has. */
export class KeyEdits {
  readonly about: NewTexts
  readonly #draft: JsonDraft
  readonly #prune: boolean
  /** In which the project may have texts: what it lacks in others stays. */
  readonly #asked: ReadonlySet<string>

  constructor(draft: JsonDraft, { locale, locales = [locale], sourceLanguage, prune = false, remark }: Options) {
    this.about = { locale, sourceLanguage, ...(remark ? { remark } : {}) }
    this.#draft = draft
    this.#prune = prune
    this.#asked = new Set(locales.map(comparableLocale))
  }

  /** Says after each part how long that was. */
  *of(known: CatalogKey, languages: Languages | undefined): Generator<number, void, void> {
    const { node, key, isTranslatable } = known
    yield KEY + node.nameTo - node.start
    // Of what no project can have, nothing is missing in this one.
    if (!isTranslatable || key === '' || node.isTwice || node.type !== 'object') return
    if (!languages && !this.#prune) return
    const { said } = yield* textsOfKey(known, this.about.sourceLanguage)
    const left = new Map(languages)
    const gone: JsonNode[] = []
    let isNameKept = false
    for (const one of said) {
      const { localization, locale, value } = one
      const language = comparableLocale(locale)
      const entry = left.get(language)
      if (!localization) {
        isNameKept = !this.#asked.has(language)
        if (entry && isSaidBy(one, entry)) left.delete(language)
        continue
      }
      yield localization.to - localization.from
      if (entry && !localization.isTwice) {
        editLocalization(this.#draft, one, entry, this.about.remark)
        left.delete(language)
      } else if (this.#prune && value !== undefined && this.#asked.has(language)) gone.push(localization)
    }
    if (!languages && !isNameKept && gone.length === known.localizations.length) this.#draft.remove(node)
    else {
      this.#add(known, [...(languages?.values() ?? [])], new Set(left.values()))
      this.#remove(known, gone)
    }
  }

  /** An empty text is none: where the file has nothing, it need not be said. */
  #add({ node }: CatalogKey, entries: readonly Entry[], left: ReadonlySet<Entry>): void {
    const localizations = localizationsOf(entries, this.about, (entry) => entry.value !== '' && left.has(entry))
    const there = objectIn(node, 'localizations')
    const odd = memberOf(node, 'localizations')
    const added = Object.entries(localizations)
    if (there) for (const [locale, value] of added) this.#draft.insert(there, { members: [[locale, sorted(value)]] })
    else if (added.length > 0 && odd) this.#draft.replace(odd, sorted(localizations))
    else if (added.length > 0) this.#draft.insert(node, { members: [['localizations', sorted(localizations)]] })
  }

  /** A key that has nothing else to say stays, as Xcode writes such. */
  #remove({ node, localizations }: CatalogKey, gone: readonly JsonNode[]): void {
    const there = objectIn(node, 'localizations')
    const isNew = there !== undefined && this.#draft.inserted.has(there)
    if (gone.length > 0 && gone.length === localizations.length && node.members?.length === 1 && !isNew)
      this.#draft.replaceRaw(node, this.#nothingIn(node))
    else for (const localization of gone) this.#draft.remove(localization)
  }

  #nothingIn(node: JsonNode): string {
    const { style, file } = this.#draft
    const indent = indentAt(file.text, node.start, style)
    return indent === undefined ? '{}' : `{${style.lineEnd}${style.lineEnd}${indent}}`
  }
}
