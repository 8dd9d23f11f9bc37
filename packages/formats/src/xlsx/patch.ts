import { edited } from '../edits.ts'
import type { Piece, WriteOptions, Writer } from '../format.ts'
import { UnreadableFile } from '../remark.ts'
import { withPauses } from '../steps.ts'
import { RowChanges } from '../table/row-changes.ts'
import { tablePatch } from '../table/table-patch.ts'
import type { WantedRows } from '../table/wanted-rows.ts'
import { encoderOf } from '../text-file.ts'
import type { Member } from '../zip/directory.ts'
import { ArchiveWriter, PackedFile, stretchesOf } from '../zip/pack.ts'
import { findTable } from './find-table.ts'
import { appendRows } from './new-rows.ts'
import type { SheetTable } from './sheet-table.ts'
import { openWorkbook, type Workbook } from './workbook.ts'

export const patchXlsx = (base: Uint8Array, options: WriteOptions): Writer =>
  tablePatch(options, (wanted) => patched(base, wanted, options))

function* patched(base: Uint8Array, wanted: WantedRows, options: WriteOptions): Generator<Piece, void, void> {
  const workbook = yield* withPauses(openWorkbook(base), '')
  const changes = new RowChanges(wanted, options)
  const tables: SheetTable[] = []
  for (const sheet of workbook.sheets) {
    const table = yield* withPauses(findTable(workbook, sheet, { wanted, changes, options }), '')
    if (table) tables.push(table)
  }
  if (tables.length === 0) throw new UnreadableFile('syntax_error', 'No sheet has a column called "key"')
  const missing = yield* withPauses(changes.missing(), '')
  yield* withPauses(appendRows(tables, missing, options.remark), '')
  for (const table of tables) yield* withPauses(table.finish(), '')
  if (tables.every(({ edits }) => edits.length === 0)) yield base
  else yield* rewritten(workbook, tables)
}

/** The archive with sheets that changed; all else keeps its bytes, packed as they are. */
function* rewritten({ archive }: Workbook, tables: readonly SheetTable[]): Generator<Piece, void, void> {
  const changed = new Map<Member, SheetTable>()
  for (const table of tables) if (table.edits.length > 0) changed.set(table.member, table)
  const writer = new ArchiveWriter()
  for (const [member, bytes] of stretchesOf(archive)) {
    const table = changed.get(member)
    if (table) yield* writer.changed(member, yield* packed(table))
    else yield* writer.kept(member, bytes)
  }
  yield* writer.end(archive.comment)
}

function* packed({ part: { text, ...file }, edits }: SheetTable): Generator<Piece, PackedFile, void> {
  const content = new PackedFile()
  const encode = encoderOf(file)
  for (const piece of edited(text, edits)) {
    content.add(encode(piece))
    yield ''
  }
  return content
}
