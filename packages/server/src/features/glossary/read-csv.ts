import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import type { CsvColumn } from '@parlance/contract'
import type { ReadGlossary } from '@parlance/formats/glossary'
import { CsvError, parse } from 'csv-parse'
import { CsvConcepts } from './csv-concepts.ts'

/**
 * Between two pieces other requests have their turn. A piece is parsed in a millisecond, but of rows that are too short
 * it may hold a thousand, for each of which the parser makes an error with a copy of all it knows: 40 ms.
 */
const PIECE_BYTES = 2_048

/** Reads a CSV file of terms. Whatever cannot be read is told with its row, counted from 1 behind the header. */
export async function readGlossaryCsv(
  content: Buffer,
  mapping: Readonly<Record<string, CsvColumn>>,
  isSource: (localeCode: string) => boolean,
): Promise<ReadGlossary> {
  const parser = parse({
    bom: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // A quote in the middle of a cell is a character like any other.
    relax_quotes: true,
    skip_empty_lines: true,
  })
  let read: CsvConcepts | undefined
  try {
    const records: AsyncIterable<string[]> = Readable.from(pieces(content))
      .on('error', () => {})
      .pipe(parser)
    for await (const record of records) {
      if (read) read.add(record)
      else read = new CsvConcepts(record, mapping, isSource)
      if (!read.isReadable) break
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    read ??= new CsvConcepts([], mapping, isSource)
    if (read.isReadable) read.breakOff(explain(error))
  }
  return read ?? new CsvConcepts([], mapping, isSource)
}

async function* pieces(content: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += PIECE_BYTES) {
    yield content.subarray(at, at + PIECE_BYTES)
    await turn()
  }
}

const explain = ({ code }: CsvError) =>
  code === 'CSV_QUOTE_NOT_CLOSED' ? 'A quoted cell is not closed' : 'The row cannot be read as CSV'
