import { createHash, type Hash } from 'node:crypto'
import { setImmediate as othersTurn } from 'node:timers/promises'
import { type Entry, type FormatId, filePath, formatOf, type Piece, type Remark, type Writer } from '@parlance/formats'
import type { Snapshot } from '../../db/snapshot.ts'
import { nothing, sql } from '../../db/sql.ts'
import type { FileAddress } from './file-address.ts'
import { type CheckedValue, findingsOf, type IsError, valueWarnings } from './value-warnings.ts'

export interface CdnSettings {
  token: string
  format: FormatId
  structure: 'flat' | 'nested'
  /** None of them, or null: every status. */
  statuses: string[] | null
}

export interface Warning {
  file: string
  key: string
  message: string
}

export interface BuiltFile extends FileAddress {
  bytes: Buffer
  hash: string
  warnings: Warning[]
}

interface Row extends CheckedValue {
  namespace: string
  isDefault: boolean
  /** Null: the file has no values. */
  key: string | null
}

/** Few enough that writing them holds nobody up. */
const AT_ONCE = 1000

/** A file for each namespace and language of the project, also where it is empty; all from one moment. */
export async function* buildFiles(
  snapshot: Snapshot,
  projectId: number,
  settings: CdnSettings,
  isError: IsError,
): AsyncGenerator<BuiltFile> {
  let open: OpenFile | undefined
  for await (const rows of readRows(snapshot, projectId, settings)) {
    for (const row of rows) {
      if (!open?.takes(row)) {
        if (open) yield open.end()
        open = new OpenFile(row, settings, isError)
      }
      open.add(row)
    }
    open?.gather()
  }
  if (open) yield open.end()
}

async function* readRows(snapshot: Snapshot, projectId: number, { statuses }: CdnSettings): AsyncGenerator<Row[]> {
  const query = sql`
    select n.name as namespace, n.is_default as "isDefault", l.code as locale, v.name as key, v.value,
           v.is_plural as "isPlural", v.syntax, v.params, f.checks, f.errors,
           case when position('{{' in s.value) > 0 then s.value end as "doubleBraced"
    from projects p
    join namespaces n on n.project_id = p.id and n.deleted_at is null
    join project_locales pl on pl.project_id = p.id
    join locales l on l.id = pl.locale_id
    left join (
      select k.id, k.namespace_id, k.name, k.is_plural, k.syntax, k.params, t.locale_id, t.value
      from keys k
      join translations t on t.key_id = k.id and t.value <> ''
        ${statuses?.length ? sql`and t.status = any(${statuses}::text[])` : nothing}
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

const sizeOf = ({ key, value, errors }: Row) =>
  key === null ? 1 : (errors ?? []).reduce((sum, { length }) => sum + length, key.length + value.length)

/** A file in the making: open → rows of its namespace and locale, gathered page by page → ended. */
class OpenFile {
  readonly #first: Row
  readonly #path: string
  readonly #file: Writer
  readonly #hash: Hash = createHash('sha256')
  readonly #chunks: Uint8Array[] = []
  readonly #warnings: Warning[] = []
  readonly #isError: IsError
  /** Not written yet. */
  #entries: Entry[] = []
  /** Those of them that are known to be no messages. */
  readonly #invalid = new Set<string>()

  constructor(first: Row, { format, structure }: CdnSettings, isError: IsError) {
    this.#first = first
    this.#isError = isError
    const { locale } = first
    this.#path = filePath(formatOf(format), { name: first.namespace, isDefault: first.isDefault }, locale)
    const remark = (remark: Remark) => this.#heed(remark)
    this.#file = formatOf(format).write({ locale, structure, style: 'minified', remark })
  }

  takes({ namespace, locale }: Row): boolean {
    return namespace === this.#first.namespace && locale === this.#first.locale
  }

  add(row: Row): void {
    const { key, value, isPlural, syntax } = row
    if (key === null) return
    this.#entries.push({ key, value, isPlural, syntax })
    const { messages, isNoMessage } = valueWarnings(row, this.#isError)
    if (isNoMessage) this.#invalid.add(key)
    for (const message of messages) this.#warnings.push({ file: this.#path, key, message })
  }

  /** What the format could not say as it is. That a text is no message need not be told twice. */
  #heed({ code, key = '', message }: Remark): void {
    if (code === 'syntax_error' && this.#invalid.has(key)) return
    this.#warnings.push({ file: this.#path, key, message })
  }

  gather(): void {
    this.#keep(this.#file.add(this.#entries))
    this.#entries = []
    this.#invalid.clear()
  }

  /** As bytes, which take less memory than text, and hashed as they come. */
  #keep(piece: Piece): void {
    const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece
    this.#hash.update(chunk)
    this.#chunks.push(chunk)
  }

  end(): BuiltFile {
    this.gather()
    for (const piece of this.#file.end()) this.#keep(piece)
    return {
      namespace: this.#first.isDefault ? null : this.#first.namespace,
      locale: this.#first.locale,
      bytes: Buffer.concat(this.#chunks),
      hash: this.#hash.digest('hex'),
      warnings: this.#warnings,
    }
  }
}
