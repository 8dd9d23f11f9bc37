import { Readable } from 'node:stream'
import { contract } from '@parlance/contract'
import { type Format, filePath, formatOf, type Piece, type WriteOptions } from '@parlance/formats'
import { Snapshot } from '../../db/snapshot.ts'
import { sql } from '../../db/sql.ts'
import type { ProjectAccess } from '../../http/access.ts'
import { sendAttachment } from '../../http/attachment.ts'
import { implement } from '../../implement.ts'
import { archive } from '../../zip/writer.ts'
import { ExportCount } from './export-count.ts'
import { type ExportedValue, readAsOneFile, readFiles, type ValuesOfFile } from './read-values.ts'
import { type Selection, select } from './selection.ts'

interface Shape extends Pick<WriteOptions, 'structure' | 'style'> {
  format: Format
}

export const exportKeys = implement(contract.exportKeys, async (services, { access, body, now, reply }) => {
  const { format = 'json', structure = 'flat', style = 'pretty' } = body
  const snapshot = await Snapshot.open(services.db)
  try {
    const selection = await select(snapshot, access, body)
    const count = new ExportCount('web', selection)
    const file = await fileOf(snapshot, access, selection, { format: formatOf(format), structure, style }, count, now)
    const isComplete = await sendAttachment(reply, file)
    if (isComplete) await count.record(services, access.by)
  } finally {
    snapshot.close()
  }
})

async function fileOf(
  snapshot: Snapshot,
  access: ProjectAccess,
  selection: Selection,
  shape: Shape,
  count: ExportCount,
  now: Date,
) {
  const { locales, keyIds, isOneNamespace } = selection
  const [locale] = locales
  const { extensions, mediaType } = shape.format
  const single = (code: string, values: AsyncIterable<ExportedValue[]>) => ({
    filename: `${code}.${extensions[0]}`,
    type: mediaType,
    content: Readable.from(write(values, shape, code, count), { objectMode: false }),
  })
  if (locale && locales.length === 1) {
    if (keyIds) return single(locale.code, readAsOneFile(snapshot, selection, locale))
    if (isOneNamespace) return single(locale.code, valuesOf(readFiles(snapshot, selection)))
  }
  const date = now.toISOString().slice(0, 10)
  return {
    filename: `${keyIds ? 'translations-selected' : await archiveName(snapshot, access.projectId)}-${date}.zip`,
    type: 'application/zip',
    content: archive(filesOf(snapshot, selection, shape, count)),
  }
}

async function* valuesOf(files: Iterable<ValuesOfFile>) {
  for (const { values } of files) yield* values
}

function* filesOf(snapshot: Snapshot, selection: Selection, shape: Shape, count: ExportCount) {
  for (const { locale, namespace, values } of readFiles(snapshot, selection)) {
    yield {
      path: filePath(shape.format, namespace, locale.code),
      content: () => write(values, shape, locale.code, count),
    }
  }
}

async function* write(
  values: AsyncIterable<ExportedValue[]>,
  { format, ...options }: Shape,
  locale: string,
  count: ExportCount,
): AsyncGenerator<Piece> {
  const file = format.write({ ...options, locale })
  for await (const group of values) {
    const piece = file.add(group)
    count.values += group.length
    if (piece.length > 0) yield piece
  }
  yield* file.end()
}

async function archiveName(snapshot: Snapshot, projectId: number): Promise<string> {
  const project = await snapshot.row<{ name: string }>(sql`select name from projects where id = ${projectId}`)
  return (project?.name ?? '').replaceAll(/[^A-Za-z0-9\-_]/gu, '_')
}
