import { Readable } from 'node:stream'
import { contract } from '@parlance/contract'
import { Snapshot } from '../../db/snapshot.ts'
import { sql } from '../../db/sql.ts'
import { filePath } from '../../formats/file-path.ts'
import { LocaleFile, type LocaleFileOptions } from '../../formats/locale-file.ts'
import { archive } from '../../formats/zip-writer.ts'
import type { ProjectAccess } from '../../http/access.ts'
import { sendAttachment } from '../../http/attachment.ts'
import { implement } from '../../http/implement.ts'
import { ExportCount } from './export-count.ts'
import { type ExportedValue, readAsOneFile, readFiles, type ValuesOfFile } from './read-values.ts'
import { type Selection, select } from './selection.ts'

type Options = Omit<LocaleFileOptions, 'locale'>

export const exportKeys = implement(contract.exportKeys, async (services, { access, body, now, reply }) => {
  const { format = 'json', structure = 'flat', style = 'pretty' } = body
  const snapshot = await Snapshot.open(services.db)
  try {
    const selection = await select(snapshot, access, body)
    const count = new ExportCount('web', selection)
    const file = await fileOf(snapshot, access, selection, { format, structure, style }, count, now)
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
  options: Options,
  count: ExportCount,
  now: Date,
) {
  const { locales, keyIds, isOneNamespace } = selection
  const [locale] = locales
  const json = (code: string, values: AsyncIterable<ExportedValue[]>) => ({
    filename: `${code}.json`,
    type: 'application/json',
    content: Readable.from(textOf(values, { ...options, locale: code }, count), { objectMode: false }),
  })
  if (locale && locales.length === 1) {
    if (keyIds) return json(locale.code, readAsOneFile(snapshot, selection, locale))
    if (isOneNamespace) return json(locale.code, valuesOf(readFiles(snapshot, selection)))
  }
  const date = now.toISOString().slice(0, 10)
  return {
    filename: `${keyIds ? 'translations-selected' : await archiveName(snapshot, access.projectId)}-${date}.zip`,
    type: 'application/zip',
    content: archive(filesOf(snapshot, selection, options, count)),
  }
}

async function* valuesOf(files: Iterable<ValuesOfFile>) {
  for (const { values } of files) yield* values
}

function* filesOf(snapshot: Snapshot, selection: Selection, options: Options, count: ExportCount) {
  for (const { locale, namespace, values } of readFiles(snapshot, selection)) {
    yield {
      path: filePath(namespace, locale.code),
      text: () => textOf(values, { ...options, locale: locale.code }, count),
    }
  }
}

async function* textOf(values: AsyncIterable<ExportedValue[]>, options: LocaleFileOptions, count: ExportCount) {
  const file = new LocaleFile(options)
  for await (const group of values) {
    let text = ''
    for (const value of group) text += file.row(value)
    count.values += group.length
    if (text !== '') yield text
  }
  yield file.end()
}

async function archiveName(snapshot: Snapshot, projectId: number): Promise<string> {
  const project = await snapshot.row<{ name: string }>(sql`select name from projects where id = ${projectId}`)
  return (project?.name ?? '').replaceAll(/[^A-Za-z0-9\-_]/gu, '_')
}
