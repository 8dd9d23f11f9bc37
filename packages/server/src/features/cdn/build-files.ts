import { createHash, type Hash } from 'node:crypto'
import { setImmediate as othersTurn } from 'node:timers/promises'
import type { FormatId } from '@parlance/contract'
import {
  type Entry,
  type Format,
  fileName,
  formatOf,
  freeFilePath,
  type Piece,
  type Remark,
  type Writer,
} from '@parlance/formats'
import type { Snapshot } from '../../db/snapshot.ts'
import { nothing, sql } from '../../db/sql.ts'
import { entryMaker, sizeOfWanted, type WantedFields, wantedFor } from '../export/index.ts'
import type { FileAddress } from './file-address.ts'
import { type CheckedValue, findingsOf, type IsError, valueWarnings } from './value-warnings.ts'

export interface CdnSettings {
  token: string
  format: FormatId
  structure: 'flat' | 'nested'
  /** None of them, or null: every status. */
  statuses: string[] | null
  source: { id: number; code: string }
}

export interface Warning {
  file: string
  key: string
  message: string
}

export interface BuiltFile extends FileAddress {
  locale: string
  mediaType: string
  bytes: Buffer
  hash: string
  warnings: Warning[]
}

interface Row extends CheckedValue, WantedFields {
  namespace: string
  isDefault: boolean
  /** Null: the file has no values. */
  key: string | null
}

type WrittenRow = Row & { key: string; position: number }

/** A deploy publishes all languages, for anybody. */
const EVERYTHING = { locales: [], sees: { source: true, everything: true } }

/** Few enough that writing them holds nobody up. */
const AT_ONCE = 1000

/** A file for each namespace and language of the project, also where it is empty; all from one moment. */
export async function* buildFiles(
  snapshot: Snapshot,
  projectId: number,
  settings: CdnSettings,
  isError: IsError,
): AsyncGenerator<BuiltFile> {
  let open: OpenFiles | undefined
  const paths = new Set<string>()
  for await (const rows of readRows(snapshot, projectId, settings)) {
    for (const row of rows) {
      if (!open?.takes(row)) {
        if (open) yield* open.end()
        open = new OpenFiles(row, settings, isError, paths)
      }
      open.add(row)
    }
    open?.gather()
  }
  if (open) yield* open.end()
}

async function* readRows(snapshot: Snapshot, projectId: number, settings: CdnSettings): AsyncGenerator<Row[]> {
  const { statuses } = settings
  const wanted = wantedFor({ format: formatOf(settings.format), placeholders: 'keep' }, settings)
  const query = sql`
    select n.name as namespace, n.is_default as "isDefault", l.code as locale, v.name as key, v.value,
           v.is_plural as "isPlural", v.syntax, v.params, f.checks, f.errors,
           case when position('{{' in s.value) > 0 then s.value end as "doubleBraced" ${wanted.ofValue}
    from projects p
    join namespaces n on n.project_id = p.id and n.deleted_at is null
    join project_locales pl on pl.project_id = p.id
    join locales l on l.id = pl.locale_id
    left join (
      select k.id, k.namespace_id, k.name, k.is_plural, k.syntax, k.params, t.locale_id, t.value ${wanted.columns}
      from keys k
      join translations t on t.key_id = k.id and t.value <> ''
        ${statuses?.length ? sql`and t.status = any(${statuses}::text[])` : nothing}
      ${wanted.joins}
      where k.project_id = ${projectId} and k.deleted_at is null
    ) v on v.namespace_id = n.id and v.locale_id = pl.locale_id
    left join (${findingsOf(projectId)}) f on f.key_id = v.id and f.locale_id = v.locale_id
    left join translations s on s.key_id = v.id and s.locale_id = p.source_locale_id and s.locale_id <> v.locale_id
    where p.id = ${projectId}
    order by n.id, l.code, v.name`
  for await (const group of snapshot.groups<Row>(query, sizeOf)) {
    for (let at = 0; at < group.length; at += AT_ONCE) {
      yield group.slice(at, at + AT_ONCE)
      await othersTurn()
    }
  }
}

const sizeOf = (row: Row) =>
  row.key === null
    ? 1
    : (row.errors ?? []).reduce(
        (sum, { length }) => sum + length,
        row.key.length + row.value.length + sizeOfWanted(row),
      )

/** A file in the making. */
class OpenFile {
  readonly #format: Format
  readonly #address: FileAddress & { locale: string }
  readonly #writer: Writer
  readonly #hash: Hash = createHash('sha256')
  readonly #chunks: Uint8Array[] = []
  readonly #warnings: Warning[] = []
  readonly path: string

  constructor(format: Format, path: string, first: Row, settings: CdnSettings, isNews: (remark: Remark) => boolean) {
    const { locale, namespace, isDefault } = first
    const { structure, source } = settings
    this.#format = format
    this.path = path
    this.#address = isDefault
      ? { namespace: null, locale, file: path }
      : { namespace, locale, file: path.slice(fileName(namespace).length + 1) }
    const remark = (remark: Remark) => {
      if (isNews(remark)) this.warn(remark.key ?? '', remark.message)
    }
    const about = { locale, namespace, sourceLocale: source.code }
    this.#writer = format.write({ ...about, structure, style: 'minified', remark })
  }

  warn(key: string, message: string): void {
    this.#warnings.push({ file: this.path, key, message })
  }

  add(entries: readonly Entry[]): void {
    this.#keep(this.#writer.add(entries))
  }

  /** As bytes, which take less memory than text, and hashed as they come. */
  #keep(piece: Piece): void {
    const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece
    this.#hash.update(chunk)
    this.#chunks.push(chunk)
  }

  end(): BuiltFile {
    for (const piece of this.#writer.end()) this.#keep(piece)
    return {
      ...this.#address,
      mediaType: this.#format.mediaType.split(';', 1)[0] ?? '',
      bytes: Buffer.concat(this.#chunks),
      hash: this.#hash.digest('hex'),
      warnings: this.#warnings,
    }
  }
}

/** What a namespace has in a language: open → rows, gathered page by page → ended. Most formats have one file for it. */
class OpenFiles {
  readonly #first: Row
  readonly #settings: CdnSettings
  /** Those that are taken. */
  readonly #paths: Set<string>
  readonly #format: Format
  readonly #main: OpenFile
  #beside: OpenFile | undefined
  readonly #entriesOf: (rows: WrittenRow[]) => Entry[]
  readonly #isError: IsError
  /** Not written yet. */
  #rows: WrittenRow[] = []
  /** Those of them that are known to be no messages. */
  readonly #invalid = new Set<string>()

  constructor(first: Row, settings: CdnSettings, isError: IsError, paths: Set<string>) {
    this.#first = first
    this.#paths = paths
    this.#settings = settings
    this.#isError = isError
    this.#format = formatOf(settings.format)
    this.#main = this.#open(this.#format)
    const make = entryMaker({ format: this.#format, placeholders: 'keep' }, EVERYTHING, first.namespace)
    this.#entriesOf = (rows) => make(rows, undefined)
  }

  takes({ namespace, locale }: Row): boolean {
    return namespace === this.#first.namespace && locale === this.#first.locale
  }

  add(row: Row): void {
    const { key } = row
    if (key === null) return
    this.#rows.push({ ...row, key, position: 1 })
    const { messages, isNoMessage } = valueWarnings(row, this.#isError)
    if (isNoMessage) this.#invalid.add(key)
    for (const message of messages) this.#main.warn(key, message)
  }

  gather(): void {
    const entries = this.#entriesOf(this.#rows)
    this.#rows = []
    const { companion } = this.#format
    const { held = [], own = [] } = companion
      ? Object.groupBy(entries, (entry) => (companion.holds(entry) ? 'held' : 'own'))
      : { own: entries }
    this.#main.add(own)
    if (companion && held.length > 0) {
      this.#beside ??= this.#open(companion.format)
      this.#beside.add(held)
    }
    this.#invalid.clear()
  }

  /** What the format could not say as it is. That a text is no message need not be told twice. */
  #open(format: Format): OpenFile {
    const isNews = ({ code, key = '' }: Remark) => code !== 'syntax_error' || !this.#invalid.has(key)
    const { namespace: name, isDefault, locale } = this.#first
    const path = freeFilePath(this.#paths, format, { name, isDefault }, locale, this.#settings.source.code)
    return new OpenFile(format, path, this.#first, this.#settings, isNews)
  }

  end(): BuiltFile[] {
    this.gather()
    return [this.#main, ...(this.#beside ? [this.#beside] : [])].map((file) => file.end())
  }
}
