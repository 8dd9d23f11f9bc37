import { filePath, type Remark, type Remarkable } from '@parlance/formats'
import type { Snapshot } from '../../db/snapshot.ts'
import { nothing, type Sql, sql } from '../../db/sql.ts'
import { readAsOneFile, readFiles } from './read-values.ts'
import { isOneFile, type Selection } from './selection.ts'
import { type Shape, writeValues } from './write-values.ts'

/** Something that a file of an export does not say as the project does. */
interface ExportWarning {
  file: string
  key: string
  message: string
}

/**
 * How many warnings an export will have. They are counted before it is sent, because a header tells the number: what may
 * be remarked on is written once more, to nowhere, and most formats remark on nothing.
 */
export async function countWarnings(snapshot: Snapshot, selection: Selection, shape: Shape): Promise<number> {
  if (isOneFile(selection)) return countInOneFile(snapshot, selection, shape)
  let count = 0
  for await (const warnings of readWarnings(snapshot, selection, shape)) count += warnings.length
  return count
}

async function countInOneFile(snapshot: Snapshot, selection: Selection, shape: Shape): Promise<number> {
  const [locale] = selection.locales
  // Names of one namespace do not meet.
  if (!locale || (!shape.format.remarkable && selection.namespaces.length < 2)) return 0
  let count = 0
  const add = () => {
    count++
  }
  const values = readAsOneFile(snapshot, selection, locale, add)
  await Array.fromAsync(writeValues(values, { ...shape, locale: locale.code, remark: add }), () => undefined)
  return count
}

/** The warnings of an archive, file by file. */
async function* readWarnings(
  snapshot: Snapshot,
  selection: Selection,
  shape: Shape,
): AsyncGenerator<ExportWarning[], void, void> {
  const { format } = shape
  if (!format.remarkable) return
  const only = format.remarkable === 'all' ? nothing : await mayBeRemarkedOn(snapshot, selection, format.remarkable)
  for (const { locale, namespace, values } of readFiles(snapshot, selection, only)) {
    const file = filePath(format, namespace, locale.code)
    const warnings: ExportWarning[] = []
    const remark = ({ key = '', message }: Remark) => void warnings.push({ file, key, message })
    for await (const _ of writeValues(values, { ...shape, locale: locale.code, remark })) yield warnings.splice(0)
    yield warnings
  }
}

/** The same as the file that tells them. */
export async function* writeWarnings(snapshot: Snapshot, selection: Selection, shape: Shape): AsyncGenerator<string> {
  let separator = '['
  for await (const warnings of readWarnings(snapshot, selection, shape)) {
    for (const warning of warnings) {
      yield `${separator}\n  ${JSON.stringify(warning)}`
      separator = ','
    }
  }
  yield '\n]'
}

/** A condition on a key `k` and its value `t`. Names that may meet are rare, and looked for once for all files. */
async function mayBeRemarkedOn(
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
