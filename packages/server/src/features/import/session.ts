import { randomBytes } from 'node:crypto'
import { sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'

/** Texts in one row: a few milliseconds to write, few enough rows. */
const ENTRIES_IN_PART = 4_000

export interface Remark {
  filename?: string
  key?: string
  message: string
}

export interface SessionFile {
  position: number
  filename: string
  locale: string | null
  namespace: string | null
  faults: Remark[]
}

export interface NewSession {
  projectId: number
  userId: number
  defaultResolution: string | null
  allowNewLocales: boolean
  faults: Remark[]
  createdAt: Date
  expiresAt: Date
}

export async function insertSession(tx: Transaction, session: NewSession, files: readonly SessionFile[]) {
  const id = randomBytes(18).toString('base64url')
  await tx.run(sql`
    insert into import_sessions
      (id, project_id, user_id, default_resolution, allow_new_locales, faults, created_at, expires_at)
    values (${id}, ${session.projectId}, ${session.userId}, ${session.defaultResolution}, ${session.allowNewLocales},
            ${JSON.stringify(session.faults)}, ${session.createdAt}, ${session.expiresAt})`)
  await tx.run(sql`
    insert into import_files (session_id, position, filename, locale, namespace, faults)
    select ${id}::text, * from unnest(
      ${files.map(({ position }) => position)}::int[],
      ${files.map(({ filename }) => filename)}::text[],
      ${files.map(({ locale }) => locale)}::text[],
      ${files.map(({ namespace }) => namespace)}::text[],
      ${files.map(({ faults }) => JSON.stringify(faults))}::jsonb[])`)
  return id
}

/** Keeps the texts of a file. Each part is one statement, between which others have their turn. */
export async function insertEntries(
  tx: Transaction,
  sessionId: string,
  file: number,
  entries: Iterable<readonly [key: string, value: string]>,
): Promise<void> {
  let part = 0
  let text = ''
  let count = 0
  const write = async () => {
    if (count === 0) return
    await tx.run(sql`
      insert into import_parts (session_id, file, part, entries) values (${sessionId}, ${file}, ${part++}, ${`{${text}}`})`)
    text = ''
    count = 0
  }
  for (const [key, value] of entries) {
    text += `${count++ === 0 ? '' : ','}${JSON.stringify(key)}:${JSON.stringify(value)}`
    if (count === ENTRIES_IN_PART) await write()
  }
  await write()
}

export const deleteSession = (tx: Transaction, id: string) => tx.run(sql`delete from import_sessions where id = ${id}`)
