import type { Entry } from '../entry.ts'
import { FlatEntries } from '../flat-entries.ts'
import type { ReadOptions, ReadPart } from '../format.ts'
import { Lines } from '../lines.ts'
import { withPauses } from '../steps.ts'
import { storedKey } from '../stored-key.ts'
import { decodeText } from '../text-file.ts'
import { plainText } from '../xml/pieces.ts'
import type { XmlTag } from '../xml/read-xml.ts'
import { isMonolingual, isSameLocale, statusOf, textsOf } from './unit-text.ts'
import { type Dialect, scanXliff, type XliffFile, type XliffUnit } from './units.ts'

const NOTHING: ReadPart = { entries: [], nodes: 0 }
/** Characters of units that are read in a millisecond or two. */
const STEP = 2 ** 16

/** Both kinds of XLIFF: which it is stands in the file. */
export function* readXliff(bytes: Uint8Array, options: ReadOptions): Generator<ReadPart, void, void> {
  const { text } = yield* withPauses(decodeText(bytes), NOTHING)
  const { units, dialect } = yield* withPauses(scanXliff(text), NOTHING)
  const entries = new FlatEntries(options, new Lines(text))
  const foreign = new Set<XliffFile>()
  let looked = 0
  for (const unit of units) {
    const { from } = unit.element.tag
    const { file } = unit
    if (unit.isTranslatable) {
      const entry = entryOf(text, unit, dialect, options.locale)
      const isForeign = entry.source !== undefined && isOfOther(file, options)
      if (isForeign && !foreign.has(file))
        entries.tell('warning', 'locale_mismatch', foreignSource(file), '', file.tag.from)
      if (isForeign) foreign.add(file)
      const { source: _, ...alone } = entry
      entries.add(isForeign ? alone : entry, from)
    }
    looked += unit.element.to - from
    if (looked < STEP) continue
    looked = 0
    yield NOTHING
  }
  yield* entries.parts()
}

const foreignSource = ({ source }: XliffFile) => `Its source texts are in "${source}", so they are left out`

/** Whether its source texts are in another language than those of the project, whatever the country. */
const isOfOther = ({ source }: XliffFile, { sourceLocale }: ReadOptions) =>
  source !== undefined && sourceLocale !== undefined && !isSameLocale(languageOf(source), languageOf(sourceLocale))

const languageOf = (locale: string) => locale.split(/[-_]/, 1)[0] ?? ''

/** What a unit says. `locale` is that of the path, if it names one. */
export function entryOf(text: string, unit: XliffUnit, dialect: Dialect, locale: string | undefined): Entry {
  const { source, target, isXml } = textsOf(text, unit)
  const { file } = unit
  const isMono = isMonolingual(file, locale)
  const isSource = isMono && target === ''
  const inside = isMono ? file.source : file.target
  const status = isSource ? undefined : statusOf(unit, target, dialect)
  const [segment] = unit.segments
  return {
    ...named(unit),
    value: isSource ? source : target,
    ...(isXml ? { syntax: 'xliff' } : {}),
    ...(isSource ? {} : { source }),
    ...(inside === undefined ? {} : { locale: inside }),
    ...(status === undefined ? {} : { status }),
    ...described(text, unit),
    ...(segment?.target ? { at: segment.target.content } : {}),
  }
}

function named({ name, id }: XliffUnit): Pick<Entry, 'key' | 'formatData'> {
  const key = storedKey(name)
  const xliff = { ...(key === name ? {} : { name }), ...(id === name ? {} : { id }) }
  return { key, ...(Object.keys(xliff).length > 0 ? { formatData: { xliff } } : {}) }
}

/** Of more than that, the beginning is enough for a description. */
const LONGEST_NOTE = 2 ** 20
const KEPT = 2 ** 16

function described(text: string, { notes, element }: XliffUnit): Pick<Entry, 'description' | 'characterLimit'> {
  const said = notes.map(({ from, to }) => textOfNote(text.slice(from, to)))
  const description = said.filter((note) => note !== '').join('\n\n')
  const limit = limitOf(element.tag)
  return { ...(description === '' ? {} : { description }), ...(limit ? { characterLimit: Number(limit) } : {}) }
}

/** XLIFF 2 says it by one of its modules. */
function limitOf({ attributes }: XmlTag): string | undefined {
  const limit = attributes['size-unit'] === 'char' ? attributes['maxwidth'] : attributes['slr:sizeRestriction']
  return /^[1-9]\d{0,8}$/.exec(limit ?? '')?.[0]
}

const textOfNote = (xml: string) =>
  xml.length > LONGEST_NOTE ? xml.slice(0, KEPT) : (plainText(xml, () => '') ?? '').trim()
