import type { Piece, WriteOptions } from '@parlance/formats'
import type { ExportedFile } from './files.ts'
import type { Shape } from './shape.ts'

interface Watch extends Pick<WriteOptions, 'remark'> {
  /** Told how many values went into the file. */
  count?: (values: number) => void
}

/** A file, piece by piece as its values are read. */
export async function* writeFile(
  { format, about, entries }: ExportedFile,
  { structure, style, placeholders, options }: Shape,
  { count, remark }: Watch,
): AsyncGenerator<Piece> {
  const file = format.write({ ...about, structure, style, placeholders, options, ...(remark ? { remark } : {}) })
  for await (const group of entries(remark)) {
    const piece = file.add(group)
    count?.(group.length)
    if (piece.length > 0) yield piece
  }
  yield* file.end()
}
