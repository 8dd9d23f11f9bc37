import { Readable } from 'node:stream'
import { contract } from '@parlance/contract'
import { filePath, formatOf, WARNINGS_PATH } from '@parlance/formats'
import type { Snapshot } from '../../db/snapshot.ts'
import { sql } from '../../db/sql.ts'
import type { ProjectAccess } from '../../http/access.ts'
import { sendAttachment } from '../../http/attachment.ts'
import { implement } from '../../implement.ts'
import { archive } from '../../zip/writer.ts'
import { ExportCount } from './export-count.ts'
import { type ExportedValue, readAsOneFile, readFiles, type ValuesOfFile } from './read-values.ts'
import { isOneFile, type Selection, select } from './selection.ts'
import { sendFromSnapshot } from './send-from-snapshot.ts'
import { countWarnings, writeWarnings } from './warnings.ts'
import { type Shape, writeValues } from './write-values.ts'

/** What is sent, and what there is to say about it. */
interface Parcel {
  selection: Selection
  shape: Shape
  count: ExportCount
  warningCount: number
}

export const exportKeys = implement(contract.exportKeys, async (services, { access, body, now, reply }) => {
  const { format = 'json', structure = 'flat', style = 'pretty' } = body
  await services.downloads.begin(access, reply)
  const sent = await sendFromSnapshot(services.db, reply, async (snapshot) => {
    const selection = await select(snapshot, access, body)
    const shape = { format: formatOf(format), structure, style }
    const warningCount = await countWarnings(snapshot, selection, shape)
    reply.header('x-parlance-warnings', warningCount)
    const count = new ExportCount('web', selection)
    const file = await fileOf(snapshot, access, { selection, shape, count, warningCount }, now)
    return (await sendAttachment(reply, file)) ? count : undefined
  })
  await sent?.record(services, access.by)
})

async function fileOf(snapshot: Snapshot, access: ProjectAccess, parcel: Parcel, now: Date) {
  const { selection, shape, count } = parcel
  const { locales, keyIds, isOneNamespace } = selection
  const [locale] = locales
  const { extensions, mediaType } = shape.format
  const single = (code: string, values: AsyncIterable<ExportedValue[]>) => ({
    filename: `${code}.${extensions[0]}`,
    type: mediaType,
    content: Readable.from(writeValues(values, { ...shape, locale: code, count: count.add }), { objectMode: false }),
  })
  if (locale && isOneFile(selection)) return single(locale.code, readAsOneFile(snapshot, selection, locale))
  if (locale && locales.length === 1 && isOneNamespace && !keyIds)
    return single(locale.code, valuesOf(readFiles(snapshot, selection)))
  const date = now.toISOString().slice(0, 10)
  return {
    filename: `${keyIds ? 'translations-selected' : await archiveName(snapshot, access.projectId)}-${date}.zip`,
    type: 'application/zip',
    content: archive(filesOf(snapshot, parcel)),
  }
}

async function* valuesOf(files: Iterable<ValuesOfFile>) {
  for (const { values } of files) yield* values
}

function* filesOf(snapshot: Snapshot, { selection, shape, count, warningCount }: Parcel) {
  const { format } = shape
  // A language may be called so: then the header alone tells how many warnings there are.
  let isFree = true
  for (const { locale, namespace, values } of readFiles(snapshot, selection)) {
    const path = filePath(format, namespace, locale.code)
    if (path === WARNINGS_PATH) isFree = false
    yield { path, content: () => writeValues(values, { ...shape, locale: locale.code, count: count.add }) }
  }
  if (warningCount > 0 && isFree)
    yield { path: WARNINGS_PATH, content: () => writeWarnings(snapshot, selection, shape) }
}

async function archiveName(snapshot: Snapshot, projectId: number): Promise<string> {
  const project = await snapshot.row<{ name: string }>(sql`select name from projects where id = ${projectId}`)
  return (project?.name ?? '').replaceAll(/[^A-Za-z0-9\-_]/gu, '_')
}
