import { SaxesParser } from 'saxes'
import {
  AUTHOR,
  CONTEXT,
  CONTEXT_AS_JSON,
  characterOf,
  MILLISECONDS,
  ORIGIN,
  PROJECT,
  type TmxSegment,
  type TmxUnit,
} from './unit.ts'

/** The text is no TMX. The message says where and why. */
export class TmxError extends Error {
  override name = 'TmxError'
}

/** So few that they take no more than 5 ms even the first time, when the code is cold. */
const CHUNK = 4 * 1024
/** Far more than any tool writes. Without bounds, a file of nothing but nesting or attributes costs seconds. */
const DEEPEST = 64
const MOST_ATTRIBUTES = 64
/** More than there are languages, and as many as are planned at a stretch. */
const MOST_SEGMENTS = 5_000
const OUTSIDE_ENTITY = /<!ENTITY\s+(%|\S+\s+(SYSTEM|PUBLIC)\s)/

export interface TmxFile {
  /** The source language of the file as it spells it; null where it says none, or all. */
  sourceLocale: string | null
  /** Where the ids in it come from; only our own files say. */
  origin?: string
}

/** Reads a file in steps of few milliseconds. `file` is filled by the time the first units come. */
export function* readTmx(content: string, file: TmxFile): Generator<TmxUnit[], void, void> {
  const units: TmxUnit[] = []
  const parser = parserOf(file, units)
  for (let from = 0; from < content.length; from += CHUNK) {
    attempt(() => parser.write(content.slice(from, from + CHUNK)))
    yield units.splice(0)
  }
  attempt(() => parser.close())
  yield units.splice(0)
}

function attempt(step: () => unknown): void {
  try {
    step()
  } catch (error) {
    throw error instanceof TmxError ? error : new TmxError((error as Error).message)
  }
}

/**
 * The parser is strict and knows only the five entities of XML. What a DOCTYPE names is never fetched; one that takes
 * entities from outside, or uses them to write itself, is refused.
 */
function parserOf(file: TmxFile, units: TmxUnit[]) {
  const parser = new SaxesParser({ xmlns: false, position: true })
  const builder = new UnitBuilder(file, units)
  let depth = 0
  let attributes = 0
  parser.on('doctype', (declared) => {
    if (OUTSIDE_ENTITY.test(declared)) parser.fail('entities from outside cannot be declared.')
  })
  parser.on('attribute', () => {
    if (++attributes > MOST_ATTRIBUTES) parser.fail('too many attributes.')
  })
  parser.on('opentag', ({ name, attributes: given }) => {
    attributes = 0
    if (++depth > DEEPEST) parser.fail('nested too deeply.')
    if (depth === 1 && name !== 'tmx') parser.fail('the root element is not "tmx".')
    builder.open(name, given)
    if (builder.segments > MOST_SEGMENTS) parser.fail('too many texts in one unit.')
  })
  parser.on('text', (text) => builder.gather(text))
  parser.on('cdata', (text) => builder.gather(text))
  parser.on('closetag', ({ name }) => {
    depth--
    builder.close(name)
  })
  return parser
}

/**
 * Makes units of elements. Those that matter are `header`, `tu`, `tuv`, `seg` and `prop`; inside a `seg` every element
 * counts by its text.
 */
class UnitBuilder {
  readonly #file: TmxFile
  readonly #units: TmxUnit[]
  #unit: TmxUnit | undefined
  /** What the `tu` says of all its languages. */
  #shared: Partial<TmxSegment> = {}
  #segment: TmxSegment | undefined
  #isInHeader = false
  /** Text is gathered while this is set: that of a `seg`, or of a `prop` of header or unit, whose type is kept too. */
  #gathered: string | undefined
  #property: string | undefined

  constructor(file: TmxFile, units: TmxUnit[]) {
    this.#file = file
    this.#units = units
  }

  /** How many the open unit has. */
  get segments(): number {
    return this.#unit?.segments.length ?? 0
  }

  open(name: string, has: Record<string, string>): void {
    if (this.#gathered !== undefined) this.#gathered += characterOf(has['type'])
    else if (name === 'header') {
      this.#isInHeader = true
      this.#file.sourceLocale = sourceLocaleOf(has['srclang'])
    } else if (name === 'tu') {
      this.#unit = { segments: [], context: null }
      this.#shared = detailsOf(has)
    } else if (name === 'tuv') {
      this.#segment = { lang: has['xml:lang'] ?? has['lang'] ?? '', text: '', ...this.#shared, ...detailsOf(has) }
    } else if (name === 'seg' && this.#segment) this.#gathered = ''
    else if (name === 'prop' && (this.#isInHeader || (this.#unit && !this.#segment))) {
      this.#gathered = ''
      this.#property = has['type'] ?? ''
    }
  }

  gather(text: string): void {
    if (this.#gathered !== undefined) this.#gathered += text
  }

  close(name: string): void {
    if (name === 'seg' && this.#segment) {
      this.#segment.text = this.#gathered ?? ''
      this.#gathered = undefined
    } else if (name === 'prop' && this.#property !== undefined) {
      this.#take(this.#property, this.#gathered ?? '')
      this.#gathered = undefined
      this.#property = undefined
    } else if (name === 'header') {
      this.#isInHeader = false
    } else if (name === 'tuv' && this.#segment) {
      this.#unit?.segments.push(this.#segment)
      this.#segment = undefined
    } else if (name === 'tu' && this.#unit) {
      this.#units.push(this.#unit)
      this.#unit = undefined
    }
  }

  #take(property: string, text: string): void {
    if (this.#isInHeader) {
      if (property === ORIGIN) this.#file.origin = text
    } else if (this.#unit) {
      this.#unit.context = contextOf(property, text) ?? this.#unit.context
      // The languages of the unit come after its properties.
      Object.assign(this.#shared, ownDetailsOf(property, text, this.#shared))
    }
  }
}

const sourceLocaleOf = (srclang: string | undefined) => (srclang === undefined || srclang === '*all*' ? null : srclang)

function contextOf(property: string, text: string): string | undefined {
  if (property === CONTEXT) return text
  if (property !== CONTEXT_AS_JSON) return undefined
  try {
    return String(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** What `tu` and `tuv` may tell alike; the language's own word counts more. */
function detailsOf(has: Record<string, string>): Partial<TmxSegment> {
  const [usageCount, createdAt, changedAt, lastUsedAt] = [
    /^\d{1,15}$/.test(has['usagecount'] ?? '') ? Number(has['usagecount']) : undefined,
    dateOf(has['creationdate']),
    dateOf(has['changedate']),
    dateOf(has['lastusagedate']),
  ]
  return {
    ...(usageCount === undefined ? {} : { usageCount }),
    ...(createdAt ? { createdAt } : {}),
    ...(changedAt ? { changedAt } : {}),
    ...(lastUsedAt ? { lastUsedAt } : {}),
    ...(has['creationid'] ? { author: has['creationid'] } : {}),
  }
}

/** What the properties of our own tell of all languages of a unit. */
function ownDetailsOf(property: string, text: string, told: Partial<TmxSegment>): Partial<TmxSegment> {
  if (property === MILLISECONDS && /^\d{1,3} \d{1,3} \d{1,3}$/.test(text)) {
    const [created = 0, changed = 0, lastUsed = 0] = text.split(' ').map(Number)
    return {
      ...(told.createdAt && { createdAt: later(told.createdAt, created) }),
      ...(told.changedAt && { changedAt: later(told.changedAt, changed) }),
      ...(told.lastUsedAt && { lastUsedAt: later(told.lastUsedAt, lastUsed) }),
    }
  }
  if (property === AUTHOR && text === '') return { authorId: null }
  if (!/^\d{1,15}$/.test(text)) return {}
  if (property === AUTHOR) return { authorId: Number(text) }
  return property === PROJECT ? { projectId: Number(text) } : {}
}

const later = (at: Date, milliseconds: number) => new Date(Math.floor(at.getTime() / 1000) * 1000 + milliseconds)

const DATE = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/

function dateOf(text: string | undefined): Date | undefined {
  const [, year, month, day, hour, minute, second] = DATE.exec(text ?? '') ?? []
  if (year === undefined) return undefined
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(date.getTime()) ? undefined : date
}
