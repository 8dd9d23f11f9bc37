import { endOfCharacters, isLonger } from '@parlance/checks'
import { limits } from '@parlance/contract/limits'
import type { Entry } from './entry.ts'
import { faultOf, shownKey } from './entry-fault.ts'
import type { ReadOptions, ReadPart } from './format.ts'
import type { Lines } from './lines.ts'
import type { RemarkCode } from './remark.ts'

/** As many as are handed over in a millisecond or two. */
const STEP = 2_000

/**
 * The entries of a file in which a name may come twice: the last one counts, which is known only at the end. An entry
 * that cannot be stored is told as an error and keeps its name alone.
 */
export class FlatEntries {
  readonly #remark: ReadOptions['remark']
  readonly #lines: Pick<Lines, 'at'>
  readonly #entries: Entry[] = []
  /** Where the entry of a key stands; in files of several languages, of a key in one of them. */
  readonly #places = new Map<string, number>()

  constructor({ remark }: Pick<ReadOptions, 'remark'>, lines: Pick<Lines, 'at'>) {
    this.#remark = remark
    this.#lines = lines
  }

  get size(): number {
    return this.#entries.length
  }

  /** `offset` is where the entry begins in the text. */
  add(entry: Entry, offset: number): void {
    const { key, value, locale = '', namespace = '' } = entry
    const fault = faultOf(key, value)
    if (fault) this.tell('error', fault[0], fault[1], key, offset)
    const kept = fault
      ? { key, value: '', ...(entry.locale === undefined ? {} : { locale }) }
      : this.#withStorableDescription(entry, offset)
    const id = locale === '' && namespace === '' ? key : `${namespace}\0${locale}\0${key}`
    const place = this.#places.get(id)
    if (place === undefined) {
      this.#places.set(id, this.#entries.push(kept) - 1)
      return
    }
    this.tell('warning', 'duplicate_key', 'The same name twice: the last one counts', key, offset)
    this.#entries[place] = kept
  }

  #withStorableDescription(entry: Entry, offset: number): Entry {
    if (entry.description === undefined) return entry
    const { key } = entry
    const description = shownKey(entry.description)
    if (!isLonger(description, limits.keyDescription)) return { ...entry, description }
    const message = `A description has at most ${limits.keyDescription} characters: the rest is left out`
    this.tell('warning', 'description_cut', message, key, offset)
    return { ...entry, description: description.slice(0, endOfCharacters(description, limits.keyDescription)) }
  }

  tell(severity: 'error' | 'warning', code: RemarkCode, message: string, key: string, offset: number): void {
    this.#remark({ severity, code, message, ...(key === '' ? {} : { key: shownKey(key) }), ...this.#lines.at(offset) })
  }

  *parts(): Generator<ReadPart, void, void> {
    for (let at = 0; at < this.#entries.length; at += STEP)
      yield { entries: this.#entries.slice(at, at + STEP), nodes: 0 }
  }
}
