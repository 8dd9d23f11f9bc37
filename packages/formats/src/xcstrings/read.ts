import { limits } from '@parlance/contract/limits'
import { cutDescription } from '../description.ts'
import type { Entry } from '../entry.ts'
import { type Fault, faultOf, shownKey } from '../entry-fault.ts'
import { fittingData } from '../fitting-data.ts'
import type { ReadOptions, ReadPart } from '../format.ts'
import { readJsonFile } from '../json/json-file.ts'
import type { JsonNode } from '../json/json-tree.ts'
import { LinePlaces, PlacedRemarks } from '../json/line-places.ts'
import { withPauses } from '../steps.ts'
import { dataOf } from './apple-data.ts'
import { type CatalogKey, catalogKey, catalogOf, KEY } from './catalog.ts'
import { type Said, textsOfKey } from './texts-of-key.ts'

/** Characters of a file that are looked at in a millisecond or two. */
const STEP = 2 ** 16

const NOTHING: ReadPart = { entries: [], nodes: 0 }

export function* readXcstrings(bytes: Uint8Array, options: ReadOptions): Generator<ReadPart, void, void> {
  const reading = readJsonFile(bytes)
  let step = reading.next()
  for (; !step.done; step = reading.next()) yield { entries: [], nodes: step.value }
  const { text, root } = step.value
  const { sourceLanguage = options.sourceLocale ?? 'en', strings } = catalogOf(root)
  const remarks = new PlacedRemarks(options.remark, new LinePlaces([text]))
  const found = new Found(remarks, sourceLanguage)
  let looked = 0
  for (const node of strings.members ?? []) {
    for (const length of found.readKey(node)) {
      looked += length
      if (looked < STEP) continue
      looked = 0
      yield* withPauses(remarks.tell(), NOTHING)
      yield { entries: found.take(), nodes: 0 }
    }
  }
  yield* withPauses(remarks.tell(), NOTHING)
  yield { entries: found.take(), nodes: 0 }
}

const shownName = ({ name }: JsonNode) => name.slice(0, 40).toWellFormed()

/** Xcode makes a key without a name of an empty text in the code: it is no fault that it is not read. */
function faultOfKey({ node, key, localizations, isTranslatable }: CatalogKey): Fault | undefined {
  if (node.isTwice) return TWICE
  if (!isTranslatable) return undefined
  if (node.type !== 'object') return ['unsupported_entry', 'This is no entry of a catalog']
  if (key !== '') return faultOf(key, '')
  return localizations.length > 0 ? ['unsupported_entry', 'It has no name'] : undefined
}

const TWICE: Fault = ['duplicate_key', 'The same name twice']

class Found {
  readonly #remarks: PlacedRemarks
  readonly #sourceLanguage: string
  #entries: Entry[] = []

  constructor(remarks: PlacedRemarks, sourceLanguage: string) {
    this.#remarks = remarks
    this.#sourceLanguage = sourceLanguage
  }

  /** What came since the last time. */
  take(): Entry[] {
    const entries = this.#entries
    this.#entries = []
    return entries
  }

  /** Says after each part how long that was. */
  *readKey(node: JsonNode): Generator<number, void, void> {
    const known = catalogKey(node)
    const { key, localizations, isTranslatable } = known
    yield KEY + (localizations[0]?.start ?? node.to) - node.start
    const fault = faultOfKey(known)
    if (fault) this.#tell(fault[0] === 'unsupported_entry' ? 'warning' : 'error', fault, key, node)
    else if (key !== '' && isTranslatable) yield* this.#readTexts(known)
  }

  *#readTexts(known: CatalogKey): Generator<number, void, void> {
    const { key } = known
    const { said, isPlural } = yield* textsOfKey(known, this.#sourceLanguage)
    const texts = said.filter(({ value }) => value !== undefined)
    const teller = texts.find(({ isSource }) => isSource) ?? texts[0]
    const about = this.#aboutKey(known)
    for (const one of said) {
      const { localization = known.node, locale, status } = one
      yield localization.to - localization.from
      const value = this.#valueOf(one, key, localization)
      if (value === undefined) continue
      this.#entries.push({
        key,
        value,
        ...(isPlural ? { isPlural } : {}),
        syntax: 'apple',
        ...(one === teller ? about : {}),
        ...(status ? { status } : {}),
        locale,
      })
    }
  }

  /** What concerns all languages is told once: with the text in the source language, if that is there. */
  #aboutKey(known: CatalogKey): Pick<Entry, 'description' | 'formatData'> {
    const { node, key, comment } = known
    const told = comment ? cutDescription(shownKey(comment)) : undefined
    if (told?.isCut) {
      const message = `A description has at most ${limits.keyDescription} characters: the rest is left out`
      this.#tell('warning', ['description_cut', message], key, node)
    }
    const [whole, isWhole] = dataOf(known)
    const apple = fittingData('apple', whole)
    if (!isWhole || Object.keys(apple).length < Object.keys(whole).length) {
      const message = `What takes more than ${limits.formatData} bytes is not kept`
      this.#tell('warning', ['format_data_too_large', message], key, node)
    }
    return {
      ...(told ? { description: told.description } : {}),
      ...(Object.keys(apple).length > 0 ? { formatData: { apple } } : {}),
    }
  }

  /** Of a text that cannot be stored, nothing: the error is told for its name. */
  #valueOf({ value, units }: Said, key: string, node: JsonNode): string | undefined {
    if (node.isTwice) this.#tell('error', TWICE, key, node)
    const { unknown } = units
    if (unknown)
      this.#tell('warning', ['unsupported_entry', `Nothing is known of "${shownName(unknown)}"`], key, unknown)
    if (value === undefined) return undefined
    const types = new Set(Array.from(units.forms.values(), (unit) => unit.value.type))
    const fault: Fault | undefined = types.has('null') ? ['null_value', 'null is no text'] : faultOf(key, value)
    if (fault) this.#tell('error', fault, key, node)
    else if (types.has('number') || types.has('boolean'))
      this.#tell('warning', ['number_as_text', 'A number or boolean was taken as text'], key, node)
    return fault ? '' : value
  }

  #tell(severity: 'error' | 'warning', [code, message]: Fault, key: string, { start }: JsonNode): void {
    this.#remarks.add({ severity, code, message, ...(key === '' ? {} : { key: shownKey(key) }) }, start)
  }
}
