import { Readable } from 'node:stream'
import type { contract, Query, ResponseBody } from '@parlance/contract'
import { formatOf } from '@parlance/formats'
import type { FastifyReply } from 'fastify'
import type { Snapshot } from '../../db/snapshot.ts'
import type { ProjectAccess } from '../../http/access.ts'
import { sendStream } from '../../http/attachment.ts'
import type { Services } from '../../services.ts'
import { ExportCount } from './export-count.ts'
import { readFiles } from './read-values.ts'
import { type Selection, select } from './selection.ts'
import { sendFromSnapshot } from './send-from-snapshot.ts'

type Entry = typeof contract.exportProject

/** In a query a list is one field. */
const fieldOf = (list: 'localeCodes' | 'namespaces') => (list === 'localeCodes' ? 'locales' : list)

/** The answer of both command-line exports, written as it is read. */
export async function sendValues(
  services: Services,
  access: ProjectAccess,
  { locales, ...query }: Query<Entry>,
  reply: FastifyReply,
): Promise<ResponseBody<Entry>> {
  await services.downloads.begin(access, reply)
  const sent = await sendFromSnapshot(services.db, reply, async (snapshot) => {
    const asked = { ...query, ...(locales ? { localeCodes: locales } : {}) }
    const selection = await select(snapshot, access, asked, fieldOf)
    const count = new ExportCount('cli', selection)
    // Texts go out as they are stored, each under its namespace and name, so there is nothing to warn of.
    reply.header('content-type', 'application/json; charset=utf-8').header('x-parlance-warnings', 0)
    const text = Readable.from(write(snapshot, selection, count), { objectMode: false })
    return (await sendStream(reply, text)) ? count : undefined
  })
  await sent?.record(services, access.by)
  // The connection has carried it already.
  return undefined as unknown as ResponseBody<Entry>
}

async function* write(snapshot: Snapshot, selection: Selection, count: ExportCount) {
  yield `{"locales":${JSON.stringify(selection.locales.map(({ code }) => code))},"namespaces":{`
  let current: number | undefined
  let isFirstLocale = true
  for (const { namespace, locale, values } of readFiles(snapshot, selection)) {
    if (namespace.id !== current) {
      yield `${current === undefined ? '' : '},'}${JSON.stringify(namespace.name)}:{`
      current = namespace.id
      isFirstLocale = true
    }
    yield `${isFirstLocale ? '' : ','}${JSON.stringify(locale.code)}:`
    isFirstLocale = false
    const file = formatOf('json').write({ locale: locale.code, structure: 'flat', style: 'minified' })
    for await (const group of values) {
      count.add(group.length)
      yield file.add(group)
    }
    yield* file.end()
  }
  yield current === undefined ? '}}' : '}}}'
}
