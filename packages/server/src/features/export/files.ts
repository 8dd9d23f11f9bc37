import { type Companion, type Entry, type Format, freeFilePath, type WriteOptions } from '@parlance/formats'
import type { Snapshot } from '../../db/snapshot.ts'
import { nothing, type Sql, sql } from '../../db/sql.ts'
import { entryMaker } from './entries.ts'
import { type ExportedValue, readAsOneFile, readFiles, readTable } from './read-values.ts'
import { isOneFile, type SelectedLocale, type SelectedNamespace, type Selection } from './selection.ts'
import type { Shape } from './shape.ts'
import { wantedFor } from './wanted.ts'

type Remarks = WriteOptions['remark']

/** What is exported, and how. */
export interface Plan {
  selection: Selection
  shape: Shape
  /** Which languages of which namespaces have something for the companion of the format. */
  beside: ReadonlySet<string>
}

export interface ExportedFile {
  path: string
  /** What it is called where it comes alone. */
  name: string
  format: Format
  about: Pick<WriteOptions, 'locale' | 'locales' | 'sourceLocale' | 'namespace'>
  /** Files are read one after the other, each to its end. */
  entries(remark: Remarks): AsyncGenerator<Entry[], void, void>
}

/** Of chosen keys in one file, whatever their namespaces. */
const ALL_IN_ONE = { name: 'default', isDefault: true }

const addressOf = (namespace: { id: number }, locale: SelectedLocale) => `${namespace.id}/${locale.id}`

export async function planOf(snapshot: Snapshot, selection: Selection, shape: Shape): Promise<Plan> {
  const plan = { selection, shape, beside: new Set<string>() }
  const { companion } = shape.format
  if (companion) {
    for (const { address, file } of filesBeside(snapshot, plan, companion)) {
      for await (const entries of file.entries(undefined)) if (entries.length > 0) plan.beside.add(address)
    }
  }
  return plan
}

/** All files in a fixed order. `only` is a condition on a key `k` and its value `t`. */
export function* filesOf(snapshot: Snapshot, plan: Plan, only: Sql = nothing): Generator<ExportedFile, void, void> {
  const { format } = plan.shape
  const { companion } = format
  const isHeldBeside = companion ? (entry: Entry) => !companion.holds(entry) : undefined
  for (const { file } of filesIn(snapshot, plan, format, { only, holds: isHeldBeside })) yield file
  if (!companion || plan.beside.size === 0) return
  for (const { address, file } of filesBeside(snapshot, plan, companion, only)) if (plan.beside.has(address)) yield file
}

const filesBeside = (snapshot: Snapshot, plan: Plan, { format, holds, sign }: Companion, only = nothing) =>
  filesIn(snapshot, plan, format, { only: sql`${only} and position(${sign} in t.value) > 0`, holds })

interface Part {
  only: Sql
  /** Left out: all entries. */
  holds: ((entry: Entry) => boolean) | undefined
}

function* filesIn(snapshot: Snapshot, { selection, shape }: Plan, format: Format, { only, holds }: Part) {
  const { locales, source } = selection
  const reading = { only, wanted: wantedFor(shape, selection) }
  const about = {
    sourceLocale: source.code,
    ...(format.isMultiLocale ? { locales: locales.map(({ code }) => code) } : {}),
  }
  const paths = new Set<string>()
  const fileOf = (
    namespace: Pick<SelectedNamespace, 'name' | 'isDefault'>,
    locale: SelectedLocale,
    values: Values,
  ): ExportedFile => {
    const path = freeFilePath(paths, format, namespace, locale.code, source.code)
    return {
      path,
      name: nameAlone(format, namespace.name, locale.code, path),
      format,
      about: { ...about, locale: locale.code, namespace: namespace.name },
      entries: (remark) => entriesOf(values, entryMaker(shape, selection, namespace.name), holds, remark),
    }
  }
  const [first = source] = locales
  if (isOneFile(selection, format)) {
    const values: Values = (remark) => readAsOneFile(snapshot, selection, first, reading.wanted, lostBy(remark))
    yield { address: addressOf({ id: 0 }, first), file: fileOf(ALL_IN_ONE, first, values) }
  } else if (format.isMultiLocale) {
    for (const namespace of selection.namespaces) {
      const values = () => readTable(snapshot, selection, namespace, reading)
      yield { address: addressOf(namespace, first), file: fileOf(namespace, first, values) }
    }
  } else {
    for (const { namespace, locale, values } of readFiles(snapshot, selection, reading))
      yield { address: addressOf(namespace, locale), file: fileOf(namespace, locale, () => values) }
  }
}

type Values = (remark: Remarks) => AsyncGenerator<ExportedValue[], void, void>

async function* entriesOf(
  values: Values,
  made: ReturnType<typeof entryMaker>,
  holds: Part['holds'],
  remark: Remarks,
): AsyncGenerator<Entry[], void, void> {
  for await (const rows of values(remark)) {
    const entries = made(rows, remark)
    yield holds ? entries.filter(holds) : entries
  }
}

function nameAlone({ isMultiLocale, path, extensions }: Format, namespace: string, locale: string, at: string): string {
  if (isMultiLocale) return `${namespace}.${extensions[0]}`
  return path.includes('{locale}') ? `${locale}.${extensions[0]}` : at.slice(at.lastIndexOf('/') + 1)
}

const lostBy = (remark: Remarks) => (key: string) =>
  remark?.({
    severity: 'warning',
    code: 'key_not_representable',
    key,
    message: 'Another key is called so in this file, so its text is left out.',
  })
