import { type Entry, isConvertible, toIcu } from '@parlance/formats'
import type { Handle } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import { jsonPieces } from '../../../json/pieces.ts'
import { eachInTurns } from '../../../turns.ts'
import { writtenIn } from '../details/details.ts'
import { notice } from './read-texts.ts'
import type { ReadFile } from './upload-reader.ts'

/** Of a key that is there: what its source text says decides which argument a number stands for. */
interface StoredKey {
  namespace: string
  key: string
  syntax: string | null
  source: string | null
}

interface Use {
  file: ReadFile
  entry: Entry
}

/** What becomes of a text. */
interface Converted {
  value: string
  source?: string
  tokens: Record<string, string>
}

/**
 * Turns the texts of files for which that was asked into ICU messages. A key is turned as a whole, in all languages that were
 * sent, or stays as it is: whether it is one or the other is told at each of its files. Keys that are there already and
 * written in another way stay so, too.
 */
export async function convertPlaceholders(db: Handle, projectId: number, files: readonly ReadFile[]): Promise<void> {
  const asked = files.filter(({ said }) => said.placeholders === 'convert')
  const uses = await usesByKey(asked)
  if (uses.size > 0) {
    const stored = await findStored(db, projectId, uses)
    await eachInTurns(uses, ([id, ofKey]) => convertKey(ofKey, stored.get(id)))
  }
  for (const file of asked) {
    const { syntax: _, ...said } = file.said
    file.said = said
  }
}

async function usesByKey(files: readonly ReadFile[]): Promise<Map<string, Use[]>> {
  const uses = new Map<string, Use[]>()
  for (const file of files) {
    const { namespace } = file.detection
    await eachInTurns(file.texts.entries, (entry) => {
      // What was said of the whole file is said of each of its texts from here on.
      entry.syntax = writtenIn(entry, file.said)
      if (entry.syntax === null) return
      const id = idOf(namespace, entry.key)
      const ofKey = uses.get(id)
      if (ofKey) ofKey.push({ file, entry })
      else uses.set(id, [{ file, entry }])
    })
  }
  return uses
}

const idOf = (namespace: string, key: string) => `${namespace}\0${key}`

async function findStored(db: Handle, projectId: number, uses: ReadonlyMap<string, Use[]>) {
  const names = uses.keys().map((id) => {
    const at = id.indexOf('\0')
    return { namespace: id.slice(0, at), key: id.slice(at + 1) }
  })
  const json = Buffer.concat(await jsonPieces([...names])).toString()
  const found = await db.rows<StoredKey>(sql`
    select u.namespace, u.key, k.syntax, t.value as source
    from json_to_recordset(${json}) as u (namespace text, key text)
    join namespaces n on n.project_id = ${projectId} and n.name = u.namespace and n.deleted_at is null
    join keys k on k.namespace_id = n.id and k.name_hash = sha256(convert_to(u.key, 'UTF8')) and k.deleted_at is null
    join projects p on p.id = n.project_id
    left join translations t on t.key_id = k.id and t.locale_id = p.source_locale_id`)
  return new Map(found.map((one) => [idOf(one.namespace, one.key), one]))
}

function convertKey(uses: readonly Use[], stored: StoredKey | undefined): void {
  const isIcu = (stored?.syntax ?? 'icu') === 'icu'
  const source = stored?.source ? { source: stored.source } : {}
  const all = uses.map(({ entry }) => (isIcu ? converted(entry, source) : undefined))
  if (!all.every((one) => one !== undefined)) {
    for (const { file, entry } of uses) tellKept(file, entry, stored, isIcu)
    return
  }
  const tokens = Object.assign({}, ...all.map((one) => one.tokens).reverse())
  for (const [at, { entry }] of uses.entries()) {
    const { value, source: beside } = all[at] ?? entry
    entry.value = value
    entry.syntax = null
    if (beside !== undefined) entry.source = beside
    if (Object.keys(tokens).length > 0) entry.formatData = { ...entry.formatData, tokens }
  }
}

function converted(entry: Entry, source: { source?: string }): Converted | undefined {
  if (!entry.syntax || !isConvertible(entry.syntax)) return undefined
  const value = entry.value === '' ? NOTHING : toIcu(entry, source)
  if (!value) return undefined
  if (!entry.source) return value
  const beside = toIcu({ ...entry, value: entry.source }, source)
  return beside && { ...value, source: beside.value, tokens: { ...value.tokens, ...beside.tokens } }
}

const NOTHING: Converted = { value: '', tokens: {} }

function tellKept({ texts }: ReadFile, { key }: Entry, stored: StoredKey | undefined, isIcu: boolean): void {
  const message = isIcu
    ? 'ICU cannot say the placeholders of this key in all languages, so they stay as they are'
    : `The key is there with placeholders in the syntax ${stored?.syntax}, so they stay as they are`
  notice(texts.warnings, { severity: 'warning', code: 'value_not_convertible', key, message })
}
