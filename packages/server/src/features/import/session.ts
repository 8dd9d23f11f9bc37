import { randomBytes } from 'node:crypto'
import type { Syntax } from '@parlance/contract'
import type { Entry } from '@parlance/formats'
import type { Author } from '../../changes/author.ts'
import type { Database, Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import { fault } from '../../http/errors.ts'
import type { DetailName } from './details/details.ts'

/** Texts in one row: a few milliseconds to write, few enough rows. */
const ENTRIES_IN_PART = 4_000
const CHARACTERS_IN_PART = 2 ** 20

export interface Remark {
  filename?: string
  key?: string
  /** Where files of any kind can have it. */
  code?: string
  message: string
  line?: number
  column?: number
}

export interface SessionFile {
  position: number
  filename: string
  locale: string | null
  namespace: string | null
  /** Of the keys that it creates; null means icu. */
  syntax: Syntax | null
  /** What it says of any of its texts. */
  said: readonly DetailName[]
  options: Record<string, string | boolean>
  faults: Remark[]
}

export interface NewSession {
  projectId: number
  userId: number
  defaultResolution: string | null
  allowNewLocales: boolean
  faults: Remark[]
  /** What its texts take; nothing for those that end with their transaction. */
  bytes: number
  createdAt: Date
  expiresAt: Date
}

export async function insertSession(tx: Transaction, session: NewSession, files: readonly SessionFile[]) {
  const id = randomBytes(18).toString('base64url')
  await tx.run(sql`
    insert into import_sessions
      (id, project_id, user_id, default_resolution, allow_new_locales, faults, bytes, created_at, expires_at)
    values (${id}, ${session.projectId}, ${session.userId}, ${session.defaultResolution}, ${session.allowNewLocales},
            ${JSON.stringify(session.faults)}, ${session.bytes}, ${session.createdAt}, ${session.expiresAt})`)
  await tx.run(sql`
    insert into import_files (session_id, position, filename, locale, namespace, syntax, faults, said, options)
    select ${id}::text, position, filename, locale, namespace, syntax, faults,
           array(select jsonb_array_elements_text(said)), options
    from unnest(
      ${files.map(({ position }) => position)}::int[],
      ${files.map(({ filename }) => filename)}::text[],
      ${files.map(({ locale }) => locale)}::text[],
      ${files.map(({ namespace }) => namespace)}::text[],
      ${files.map(({ syntax }) => syntax)}::text[],
      ${files.map(({ faults }) => JSON.stringify(faults))}::jsonb[],
      ${files.map(({ said }) => JSON.stringify(said))}::jsonb[],
      ${files.map(({ options }) => JSON.stringify(options))}::jsonb[]
    ) as f (position, filename, locale, namespace, syntax, faults, said, options)`)
  return id
}

export interface StagedEntry extends Pick<Entry, 'key' | 'value'> {
  details?: object | undefined
}

/** Keeps the texts of a file. Each part is one statement, between which others have their turn. */
export async function insertEntries(
  tx: Transaction,
  sessionId: string,
  file: number,
  entries: Iterable<StagedEntry>,
): Promise<void> {
  let part = 0
  let text = ''
  let told = ''
  let count = 0
  const write = async () => {
    if (count === 0) return
    await tx.run(sql`
      insert into import_parts (session_id, file, part, entries, details)
      values (${sessionId}, ${file}, ${part++}, ${`{${text}}`}, ${told === '' ? null : `{${told}}`})`)
    text = ''
    told = ''
    count = 0
  }
  for (const { key, value, details } of entries) {
    const name = JSON.stringify(key)
    text += `${count++ === 0 ? '' : ','}${name}:${JSON.stringify(value)}`
    if (details) told += `${told === '' ? '' : ','}${name}:${JSON.stringify(details)}`
    if (count === ENTRIES_IN_PART || text.length + told.length >= CHARACTERS_IN_PART) await write()
  }
  await write()
}

export const deleteSession = (tx: Transaction, id: string) => tx.run(sql`delete from import_sessions where id = ${id}`)

export type Resolution = 'keep_existing' | 'use_imported'

export interface Session {
  id: string
  defaultResolution: Resolution | null
  allowNewLocales: boolean
  faults: Remark[]
  /** Whether they were written down, to be read by pages. */
  hasConflicts: boolean
  files: SessionFile[]
}

/** A validation that this caller may go on with. Whose it is comes before how old it is. */
export async function findSession(db: Handle, by: Author, id: string): Promise<Session> {
  const found = await db.row<Omit<Session, 'files'> & { projectId: number; userId: number; expiresAt: Date }>(sql`
    select id, project_id as "projectId", user_id as "userId", default_resolution as "defaultResolution",
           allow_new_locales as "allowNewLocales", faults, has_conflicts as "hasConflicts", expires_at as "expiresAt"
    from import_sessions where id = ${id}`)
  if (!found) throw fault('notFound')
  const { projectId, userId, expiresAt, ...session } = found
  if (projectId !== by.projectId || userId !== by.userId) throw fault('importSessionMismatch')
  if (expiresAt <= by.at) throw fault('importSessionExpired')
  const files = await db.rows<SessionFile>(sql`
    select position, filename, locale, namespace, syntax, faults, said, options
    from import_files where session_id = ${id} order by position`)
  return { ...session, files }
}

const FORGOTTEN_AFTER = '7 days'
/** A commit that began in time reads the files to its end. */
const FILES_KEPT_FOR = '1 hour'
/** Twice as many as one validation can bring: it keeps up, and never takes long. */
const FILES_AT_ONCE = 2_000

/**
 * Removes what nobody can use any more, of all projects; whoever comes with an old validation is told so for some days.
 * Each statement is a transaction by itself that passes over what others remove: as a part of an import, its locks
 * would keep the imports of strangers waiting until it ends. Returns how many files went: while some do, there may be more.
 */
export async function forgetOldSessions(db: Database, now: Date): Promise<number> {
  const files = await db.run(sql`
    delete from import_files where (session_id, position) in (
      select f.session_id, f.position from import_files f join import_sessions s on s.id = f.session_id
      where s.expires_at <= ${now}::timestamptz - ${FILES_KEPT_FOR}::interval
      limit ${FILES_AT_ONCE}
      for update of f skip locked)`)
  await db.run(sql`
    delete from import_sessions where id in (
      select id from import_sessions where expires_at <= ${now}::timestamptz - ${FORGOTTEN_AFTER}::interval
      for update skip locked)`)
  return files
}
