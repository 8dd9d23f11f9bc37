import { Readable } from 'node:stream'
import { contract } from '@parlance/contract'
import { fileName, WARNINGS_PATH } from '@parlance/formats'
import type { Snapshot } from '../../db/snapshot.ts'
import { sql } from '../../db/sql.ts'
import type { ProjectAccess } from '../../http/access.ts'
import { sendAttachment } from '../../http/attachment.ts'
import { implement } from '../../implement.ts'
import { type ArchivedFile, archive } from '../../zip/writer.ts'
import { ExportCount } from './export-count.ts'
import { type ExportedFile, filesOf, type Plan, planOf } from './files.ts'
import { select, selectedFor } from './selection.ts'
import { sendFromSnapshot } from './send-from-snapshot.ts'
import { shapeOf } from './shape.ts'
import { countWarnings, writeWarnings } from './warnings.ts'
import { writeFile } from './write-file.ts'

export const exportKeys = implement(contract.exportKeys, async (services, { access, body, now, reply }) => {
  const shape = shapeOf(body)
  await services.downloads.begin(access, reply)
  const sent = await sendFromSnapshot(services.db, reply, async (snapshot) => {
    const selection = selectedFor(shape.format, await select(snapshot, access, body))
    const plan = await planOf(snapshot, selection, shape)
    const warningCount = await countWarnings(snapshot, plan)
    reply.header('x-parlance-warnings', warningCount)
    const count = new ExportCount('web', selection)
    const files = [...filesOf(snapshot, plan)]
    const [file] = files
    const content = (one: ExportedFile) => writeFile(one, shape, { count: count.add })
    const isTaken =
      file && files.length === 1
        ? await sendAttachment(reply, {
            filename: headerName(file.name),
            type: file.format.mediaType,
            content: Readable.from(content(file), { objectMode: false }),
          })
        : await sendAttachment(reply, {
            filename: `${await archiveName(snapshot, access, plan)}-${now.toISOString().slice(0, 10)}.zip`,
            type: 'application/zip',
            content: archive([
              ...files.map((one) => ({ path: one.path, content: () => content(one) })),
              ...(warningCount > 0 ? warningsBeside(snapshot, plan, files) : []),
            ]),
          })
    return isTaken && !body.isPreview ? count : undefined
  })
  await sent?.record(services, access.by)
})

/** A language may be called so: then the header alone tells how many warnings there are. */
const warningsBeside = (snapshot: Snapshot, plan: Plan, files: readonly ExportedFile[]): ArchivedFile[] =>
  files.some(({ path }) => path === WARNINGS_PATH)
    ? []
    : [{ path: WARNINGS_PATH, content: () => writeWarnings(snapshot, plan) }]

/** As a header can tell it. */
const headerName = (name: string) => fileName(name).replaceAll(/[^\w.%-]/gu, '_')

async function archiveName(snapshot: Snapshot, { projectId }: ProjectAccess, { selection }: Plan): Promise<string> {
  if (selection.keyIds) return 'translations-selected'
  const project = await snapshot.row<{ name: string }>(sql`select name from projects where id = ${projectId}`)
  return (project?.name ?? '').replaceAll(/[^A-Za-z0-9\-_]/gu, '_')
}
