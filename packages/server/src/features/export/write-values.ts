import type { Format, Piece, WriteOptions } from '@parlance/formats'
import type { ExportedValue } from './read-values.ts'

export interface Shape extends Pick<WriteOptions, 'structure' | 'style'> {
  format: Format
}

interface Destination extends Shape, Pick<WriteOptions, 'locale' | 'remark'> {
  /** Told how many values went into the file. */
  count?: (values: number) => void
}

/** A file, piece by piece as its values are read. */
export async function* writeValues(
  values: AsyncIterable<ExportedValue[]>,
  { format, count, ...options }: Destination,
): AsyncGenerator<Piece> {
  const file = format.write(options)
  for await (const group of values) {
    const piece = file.add(group)
    count?.(group.length)
    if (piece.length > 0) yield piece
  }
  yield* file.end()
}
