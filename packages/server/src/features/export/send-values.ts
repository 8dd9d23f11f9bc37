import { Readable } from 'node:stream'
import type { contract, Query, ResponseBody } from '@parlance/contract'
import { formatOf } from '@parlance/formats'
import type { FastifyReply } from 'fastify'
import type { Snapshot } from '../../db/snapshot.ts'
import { sql } from '../../db/sql.ts'
import type { ProjectAccess } from '../../http/access.ts'
import { sendStream } from '../../http/attachment.ts'
import { isKnown } from '../../http/negotiate.ts'
import type { Services } from '../../services.ts'
import { ExportCount } from './export-count.ts'
import { type ExportedValue, readFiles } from './read-values.ts'
import { type Selection, select } from './selection.ts'
import { sendFromSnapshot } from './send-from-snapshot.ts'
import { tagOf } from './values-tag.ts'
import { nothingElse, statusOfValues, type Wanted } from './wanted.ts'

type Entry = typeof contract.exportProject

/** In a query a list is one field. */
const fieldOf = (list: 'localeCodes' | 'namespaces') => (list === 'localeCodes' ? 'locales' : list)

/** The answer of both command-line exports, written as it is read. */
export async function sendValues(
  services: Services,
  access: ProjectAccess,
  { locales, include = [], ...query }: Query<Entry>,
  reply: FastifyReply,
): Promise<ResponseBody<Entry>> {
  await services.downloads.begin(access, reply)
  const sent = await sendFromSnapshot(services.db, reply, async (snapshot) => {
    const asked = { ...query, ...(locales ? { localeCodes: locales } : {}) }
    const selection = await select(snapshot, access, asked, fieldOf)
    const codes = selection.locales.map(({ code }) => code)
    const tag = await tagOf(snapshot, access, codes, { ...asked, include: [...new Set(include)].sort() })
    reply.header('etag', tag)
    if (isKnown(reply.request.headers['if-none-match'], tag)) {
      reply.code(304).send()
      return undefined
    }
    const count = new ExportCount('cli', selection)
    // Texts go out as they are stored, each under its namespace and name, so there is nothing to warn of.
    reply.header('content-type', 'application/json; charset=utf-8').header('x-parlance-warnings', 0)
    const text = Readable.from(write(snapshot, selection, count, new Set(include)), { objectMode: false })
    return (await sendStream(reply, text)) ? count : undefined
  })
  await sent?.record(services, access.by)
  // The connection has carried it already.
  return undefined as unknown as ResponseBody<Entry>
}

type Beside = NonNullable<Query<Entry>['include']>[number]

async function* write(snapshot: Snapshot, selection: Selection, count: ExportCount, include: ReadonlySet<Beside>) {
  yield `{"locales":${JSON.stringify(selection.locales.map(({ code }) => code))},"namespaces":`
  yield* writeMaps(snapshot, selection, nothingElse, (values) => values, count.add)
  if (include.has('meta')) {
    yield ',"keys":'
    yield* writeKeys(snapshot, selection)
  }
  if (include.has('statuses')) {
    yield ',"statuses":'
    yield* writeMaps(snapshot, selection, statusOfValues, (values) => values.map(statusEntry))
  }
  yield '}'
}

const statusEntry = ({ key, valueStatus = 'not_translated' }: ExportedValue) => ({ key, value: valueStatus })

/** By namespace, locale and key. */
async function* writeMaps(
  snapshot: Snapshot,
  selection: Selection,
  wanted: Wanted,
  entriesOf: (values: ExportedValue[]) => { key: string; value: string }[],
  counted: (values: number) => void = () => {},
) {
  yield '{'
  let current: number | undefined
  let isFirstLocale = true
  for (const { namespace, locale, values } of readFiles(snapshot, selection, { wanted })) {
    if (namespace.id !== current) {
      yield `${current === undefined ? '' : '},'}${JSON.stringify(namespace.name)}:{`
      current = namespace.id
      isFirstLocale = true
    }
    yield `${isFirstLocale ? '' : ','}${JSON.stringify(locale.code)}:`
    isFirstLocale = false
    const file = formatOf('json').write({ locale: locale.code, structure: 'flat', style: 'minified' })
    for await (const group of values) {
      counted(group.length)
      yield file.add(entriesOf(group))
    }
    yield* file.end()
  }
  yield current === undefined ? '}' : '}}'
}

/** Whoever sees only some languages sees nothing that is kept for all of them together. */
async function* writeKeys(snapshot: Snapshot, { namespaces, sees }: Selection) {
  yield '{'
  for (const [at, { id, name }] of namespaces.entries()) {
    yield `${at === 0 ? '' : ','}${JSON.stringify(name)}:{`
    const keys = snapshot.groups<{ text: string }>(
      sql`
      select to_json(k.name)::text || ':' || json_build_object(
               'isPlural', k.is_plural, 'description', k.description, 'characterLimit', k.character_limit,
               'syntax', k.syntax, 'formatData', ${sees.everything ? sql`f.data` : sql`null::jsonb`})::text as text
      from keys k left join key_format_data f on f.key_id = k.id
      where k.namespace_id = ${id} and k.deleted_at is null
      order by k.name`,
      ({ text }) => text.length,
    )
    let isFirst = true
    for await (const group of keys) {
      yield `${isFirst ? '' : ','}${group.map(({ text }) => text).join(',')}`
      isFirst = false
    }
    yield '}'
  }
  yield '}'
}
