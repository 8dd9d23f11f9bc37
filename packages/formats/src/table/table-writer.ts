import type { Entry } from '../entry.ts'
import type { Piece, WriteOptions, Writer } from '../format.ts'
import { RowGroups, type WantedRow } from './wanted-rows.ts'

/** A file in the making, row by row. */
export interface RowWriter {
  add(rows: readonly WantedRow[]): Piece
  end(): Iterable<Piece>
}

/** Rows that are written in a millisecond or two. */
const STEP = 500

/**
 * Writes tables. Which languages there are stands in the first row: where nobody tells it, all entries are waited for.
 */
export function tableWriter(options: WriteOptions, begin: (locales: readonly string[]) => RowWriter): Writer {
  const { locales } = options
  if (!locales) return waitingWriter(options, begin)
  const groups = new RowGroups(options)
  const writer = begin(locales)
  return {
    add: (entries) => writer.add(groups.add(entries)),
    *end() {
      yield writer.add(groups.end())
      yield* writer.end()
    },
  }
}

function waitingWriter(options: WriteOptions, begin: (locales: readonly string[]) => RowWriter): Writer {
  const groups = new RowGroups(options)
  const rows: WantedRow[] = []
  const locales = new Set([options.locale])
  return {
    add(entries: readonly Entry[]) {
      for (const { locale } of entries) if (locale !== undefined) locales.add(locale)
      for (const row of groups.add(entries)) rows.push(row)
      return ''
    },
    *end() {
      rows.push(...groups.end())
      const writer = begin([...locales])
      for (let at = 0; at < rows.length; at += STEP) yield writer.add(rows.slice(at, at + STEP))
      yield* writer.end()
    },
  }
}
