import type { Piece, WriteOptions, Writer } from '../format.ts'
import { WantedRows } from './wanted-rows.ts'

/** A writer for tables that exist: what becomes of their rows is known only when all entries are. */
export function tablePatch(options: WriteOptions, patch: (wanted: WantedRows) => Iterable<Piece>): Writer {
  const wanted = new WantedRows(options)
  return {
    add(entries) {
      wanted.add(entries)
      return ''
    },
    end: () => patch(wanted),
  }
}
