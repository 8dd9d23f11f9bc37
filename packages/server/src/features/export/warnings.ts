import type { Remark, Remarkable } from '@parlance/formats'
import type { Snapshot } from '../../db/snapshot.ts'
import { nothing, type Sql, sql } from '../../db/sql.ts'
import { filesOf, type Plan } from './files.ts'
import { isOneFile, type Selection } from './selection.ts'
import { convertsValues } from './shape.ts'
import { writeFile } from './write-file.ts'

/** Something that a file of an export does not say as the project does. */
interface ExportWarning {
  file: string
  key: string
  code: Remark['code']
  message: string
}

/**
 * How many warnings an export will have. They are counted before it is sent, because a header tells the number: what may
 * be remarked on is written once more, to nowhere.
 */
export async function countWarnings(snapshot: Snapshot, plan: Plan): Promise<number> {
  let count = 0
  for await (const warnings of readWarnings(snapshot, plan)) count += warnings.length
  return count
}

/** The warnings of an export, file by file. */
async function* readWarnings(snapshot: Snapshot, plan: Plan): AsyncGenerator<ExportWarning[], void, void> {
  const only = await mayBeRemarkedOn(snapshot, plan)
  if (!only) return
  for (const file of filesOf(snapshot, plan, only)) {
    const warnings: ExportWarning[] = []
    const remark = ({ key = '', code, message }: Remark) => void warnings.push({ file: file.path, key, code, message })
    for await (const _ of writeFile(file, plan.shape, { remark })) yield warnings.splice(0)
    yield warnings
  }
}

/** The same as the file that tells them. */
export async function* writeWarnings(snapshot: Snapshot, plan: Plan): AsyncGenerator<string> {
  let separator = '['
  for await (const warnings of readWarnings(snapshot, plan)) {
    for (const warning of warnings) {
      yield `${separator}\n  ${JSON.stringify(warning)}`
      separator = ','
    }
  }
  yield '\n]'
}

/** A condition on a key `k` and its value `t`; undefined where nothing can be remarked on, as in most exports. */
async function mayBeRemarkedOn(snapshot: Snapshot, { selection, shape }: Plan): Promise<Sql | undefined> {
  const { remarkable, companion } = shape.format
  // Names of one namespace do not meet.
  const mayMeet = isOneFile(selection, shape.format) && selection.namespaces.length > 1
  if (convertsValues(shape) || mayMeet || companion?.format.remarkable || remarkable === 'all') return nothing
  return remarkable && (await isRemarkable(snapshot, selection, remarkable))
}

/** Names that may meet are rare, and looked for once for all files. */
async function isRemarkable(
  snapshot: Snapshot,
  { namespaces }: Selection,
  { texts, names: { separator, ends } }: Remarkable,
): Promise<Sql> {
  const lastWords = new Set(ends.map((end) => end.split(separator).at(-1)))
  // Comparing the last word takes a quarter of the time of a pattern for the ends: 12 ms for 20,000 keys.
  const meeting = await snapshot.rows<{ id: number }>(sql`
    with ending as materialized (
      select k.id, k.namespace_id, k.name from keys k
      where k.namespace_id = any(${namespaces.map(({ id }) => id)}::bigint[]) and k.deleted_at is null
        and split_part(k.name, ${separator}, -1) = any(${[...lastWords]}::text[])
    )
    select distinct unnest(array[k.id, o.id]) as id
    from ending k
    join unnest(${ends.map((end) => separator + end)}::text[]) as e (name_end)
      on right(k.name, length(e.name_end)) = e.name_end
    join keys o
      on o.namespace_id = k.namespace_id and o.deleted_at is null
      and o.name_hash = sha256(convert_to(left(k.name, -length(e.name_end)), 'UTF8'))`)
  return sql`and (
    (position(${texts.letter} in t.value) > 0 and t.value ~ ${texts.pattern})
    or k.id = any(${meeting.map(({ id }) => id)}::bigint[]))`
}
