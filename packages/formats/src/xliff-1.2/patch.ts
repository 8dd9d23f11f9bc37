import type { Edit } from '../edits.ts'
import type { Entry } from '../entry.ts'
import type { WriteOptions, Writer } from '../format.ts'
import { patchWriter } from '../patch-writer.ts'
import { withPauses } from '../steps.ts'
import { storedKey } from '../stored-key.ts'
import { lineEndOf } from '../text-file.ts'
import { attributeEdit } from '../xml/attributes.ts'
import { prefixesOf } from '../xml/fragment.ts'
import { behindElement, removal } from '../xml/layout.ts'
import { merged } from '../xml/new-siblings.ts'
import { patchText } from '../xml/patch-text.ts'
import type { XmlTag } from '../xml/read-xml.ts'
import type { TextStyle } from './encode-text.ts'
import { newUnits } from './new-units.ts'
import { UnitEdits } from './unit-edits.ts'
import { isMonolingual, isSameLocale } from './unit-text.ts'
import { scanXliff, type Xliff, type XliffFile, type XliffUnit } from './units.ts'

/** Both kinds of XLIFF: which it is stands in the file. */
export const patchXliff = (base: Uint8Array, options: WriteOptions): Writer =>
  patchWriter((entries) => patchText(base, (text) => editsOf(text, entries, options)))

function* editsOf(
  text: string,
  entries: ReadonlyMap<string, Entry>,
  { locale, prune = false, remark }: WriteOptions,
): Generator<Edit | undefined, void, void> {
  const xliff = yield* withPauses(scanXliff(text), undefined)
  const { root, dialect } = xliff
  const style: TextStyle = { dialect, prefixes: new Set(prefixesOf(root.attributes)), lineEnd: lineEndOf(text), remark }
  const files = filesFor(xliff, locale)
  const units = xliff.units.filter(({ file }) => files.has(file))
  // Of two units of one name the last counts; the others stay as they are.
  const counting = new Map(units.map((unit) => [storedKey(unit.name), unit]))
  const edits = new UnitEdits(text, style, locale)
  const languages = new TargetLanguages(text, xliff, locale)
  const changed: Edit[] = []
  const staying: XliffUnit[] = []
  for (const unit of units) {
    changed.push(...languages.before(unit.file))
    const key = storedKey(unit.name)
    const entry = entries.get(key)
    if (!entry && prune && unit.isTranslatable)
      changed.push(removal(text, unit.element.tag.from, behindElement(text, unit.element.to)))
    else {
      staying.push(unit)
      const made = entry && unit.isTranslatable && counting.get(key) === unit ? edits.of(unit, entry) : []
      changed.push(...made)
      if (made.length > 0) languages.say(unit.file)
    }
    yield
  }
  const added: Entry[] = []
  for (const entry of entries.values()) {
    if (!counting.has(entry.key) && !isOfAnother(entry, xliff, files)) added.push(entry)
    yield
  }
  const file = [...files].at(-1)
  if (file) changed.push(...languages.before(file))
  const inserted = yield* newUnits(text, { units: staying, ids: units, file }, added, style, locale)
  if (file && inserted.length > 0) languages.say(file)
  yield* merged(changed, inserted)
}

/** Where one part of a file is in the language, parts in other languages are left alone. */
function filesFor({ files }: Xliff, locale: string): Set<XliffFile> {
  const isIn = ({ target }: XliffFile) => target !== undefined && isSameLocale(target, locale)
  return new Set(files.some(isIn) ? files.filter((file) => file.target === undefined || isIn(file)) : files)
}

/** Whether a text is in the language of a part that is left alone. */
const isOfAnother = ({ locale }: Entry, xliff: Xliff, files: ReadonlySet<XliffFile>) =>
  locale !== undefined && xliff.files.some((file) => !files.has(file) && file.target === locale)

/** Says in which language targets are where a file has had none so far. */
class TargetLanguages {
  readonly #text: string
  readonly #xliff: Xliff
  readonly #locale: string
  /** By the tag that says it: an edit that is nothing as long as there is no target. */
  readonly #places = new Map<XmlTag, Edit>()

  constructor(text: string, xliff: Xliff, locale: string) {
    this.#text = text
    this.#xliff = xliff
    this.#locale = locale
  }

  /** To be asked in the order of the file, before anything is edited inside. */
  before(file: XliffFile): Edit[] {
    const tag = this.#tagOf(file)
    if (this.#places.has(tag) || tag.attributes[this.#name] !== undefined) return []
    const place = { ...this.#edit(tag), text: '' }
    this.#places.set(tag, place)
    return [place]
  }

  /** There is a target now. */
  say(file: XliffFile): void {
    const isSilent = file.target === undefined && !file.hasTargets && !isMonolingual(file, this.#locale)
    const place = this.#places.get(this.#tagOf(file))
    if (place && isSilent) place.text = this.#edit(this.#tagOf(file)).text
  }

  get #name(): string {
    return this.#xliff.dialect === '2.0' ? 'trgLang' : 'target-language'
  }

  #tagOf(file: XliffFile): XmlTag {
    return this.#xliff.dialect === '2.0' ? this.#xliff.root : file.tag
  }

  #edit(tag: XmlTag): Edit {
    return attributeEdit(this.#text, tag, this.#name, this.#locale)
  }
}
