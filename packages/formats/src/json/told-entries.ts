import { limits } from '@parlance/contract/limits'
import type { Syntax } from '@parlance/contract/syntaxes'
import { cutDescription } from '../description.ts'
import type { Entry } from '../entry.ts'
import { type Fault, faultOf, shownKey } from '../entry-fault.ts'
import type { ReadOptions, ReadPart } from '../format.ts'
import { withPauses } from '../steps.ts'
import { readObjectFile } from './json-file.ts'
import type { JsonNode } from './json-tree.ts'
import { LinePlaces, PlacedRemarks } from './line-places.ts'
import { descriptionIn, toldData } from './told-data.ts'
import type { ToldText } from './told-text.ts'

/** Texts that are taken in a millisecond or two. */
const STEP = 1_000

/** Told of what stands in a file beside its texts, or is wrong there. */
export type Tell = (severity: 'error' | 'warning', name: string, fault: Fault, from: number) => void

export interface Telling {
  /** Under which name what only this format can say is kept. */
  family: string
  syntax: Syntax
  /** Where a file says it. */
  localeOf?(root: JsonNode): string | undefined
  /** The texts in the order of the file; undefined is a pause. */
  textsIn(root: JsonNode, tell: Tell): Iterable<ToldText | undefined>
}

/** The texts of a JSON file in which more is said about texts than what they are. */
export function* readTold(
  bytes: Uint8Array,
  { remark }: Pick<ReadOptions, 'remark'>,
  telling: Telling,
): Generator<ReadPart, void, void> {
  const reading = readObjectFile(bytes)
  let step = reading.next()
  for (; !step.done; step = reading.next()) yield { entries: [], nodes: step.value }
  const { text, root } = step.value
  const remarks = new PlacedRemarks(remark, new LinePlaces([text]))
  const entries = new ToldEntries(remarks, telling, telling.localeOf?.(root))
  let count = 0
  for (const told of telling.textsIn(root, (...fault) => entries.tell(...fault))) {
    if (told) entries.add(told)
    if (told && ++count % STEP !== 0) continue
    yield* withPauses(remarks.tell(), NOTHING)
    yield entries.take()
  }
  yield* withPauses(remarks.tell(), NOTHING)
  yield entries.take()
}

const NOTHING: ReadPart = { entries: [], nodes: 0 }

const TWICE: Fault = ['duplicate_key', 'The same name twice']

class ToldEntries {
  readonly #remarks: PlacedRemarks
  readonly #telling: Telling
  readonly #locale: string | undefined
  readonly #keys = new Set<string>()
  #entries: Entry[] = []

  constructor(remarks: PlacedRemarks, telling: Telling, locale: string | undefined) {
    this.#remarks = remarks
    this.#telling = telling
    this.#locale = locale
  }

  /** What came since the last time. */
  take(): ReadPart {
    const entries = this.#entries
    this.#entries = []
    return { entries, nodes: 0 }
  }

  add(told: ToldText): void {
    const { key, node } = told
    const known = this.#keys.size
    const isNew = this.#keys.add(key).size > known
    const fault = faultIn(told, isNew)
    if (fault) this.tell('error', key, fault, node.from)
    else if (node.type !== 'string')
      this.tell('warning', key, ['number_as_text', `A ${node.type} was taken as text`], node.from)
    const locale = this.#locale === undefined ? {} : { locale: this.#locale }
    // Where there is a fault, for its name alone: such a text may be megabytes.
    if (isNew) this.#entries.push({ ...(fault ? { key, value: '' } : this.#entry(told)), ...locale })
  }

  tell(severity: 'error' | 'warning', name: string, [code, message]: Fault, from: number): void {
    this.#remarks.add({ severity, code, message, ...(name === '' ? {} : { key: shownKey(name) }) }, from)
  }

  #entry(told: ToldText): Entry {
    const { key, node } = told
    const { syntax } = this.#telling
    const description = this.#description(told)
    return {
      key,
      value: node.text,
      ...(syntax === 'icu' ? {} : { syntax }),
      ...(description === '' ? {} : { description }),
      ...this.#formatData(told),
      at: { from: node.from, to: node.to },
    }
  }

  #description({ key, node, about }: ToldText): string {
    const told = descriptionIn(about)
    if (!told) return ''
    const { description, isCut } = cutDescription(told.text)
    if (isCut) this.tell('warning', key, ['description_cut', `Cut to ${limits.keyDescription} characters`], node.from)
    return shownKey(description)
  }

  #formatData(told: ToldText): Pick<Entry, 'formatData'> {
    const { key, node } = told
    const { family } = this.#telling
    const { data, isWhole } = toldData(told, family)
    const message = `What is more than ${limits.formatData} bytes is not kept`
    if (!isWhole) this.tell('warning', key, ['format_data_too_large', message], node.from)
    return Object.keys(data).length === 0 ? {} : { formatData: { [family]: data } }
  }
}

function faultIn({ key, node, about }: ToldText, isNew: boolean): Fault | undefined {
  if (node.type === 'null') return ['null_value', 'null is no text']
  return faultOf(key, node.text) ?? (isNew && !about?.members?.some(({ isTwice }) => isTwice) ? undefined : TWICE)
}
