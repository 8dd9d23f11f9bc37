import type { Author } from '../../../changes/author.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { assertLocale, type ProjectAccess } from '../../../http/access.ts'
import { findProjectLocales } from '../../projects/index.ts'
import type { MappedFile } from '../plan/plan.ts'
import { insertEntries, insertSession } from '../session.ts'
import { arrange, localesOf, type Payload } from './payload.ts'

/** A build names its locales; one that its key's creator may not see is refused, whether the project has it or not. */
export function assertLocales(access: ProjectAccess, payload: Payload): void {
  for (const locale of localesOf(payload)) assertLocale(access, locale)
}

/** Puts a payload where the plan can read it, for the length of the transaction. */
export async function stagePayload(
  tx: Transaction,
  { projectId, userId, at: now }: Author,
  payload: Payload,
  namespaceIds: ReadonlyMap<string, number>,
) {
  const enabled = await findProjectLocales(tx, projectId)
  const { files, warnings } = arrange(payload, new Map(enabled.map(({ id, code }) => [code, id])), (name) =>
    namespaceIds.has(name),
  )
  const staged: MappedFile[] = files.map(({ namespace, locale, localeId }, at) => ({
    position: at + 1,
    filename: '',
    namespace,
    namespaceId: namespaceIds.get(namespace) ?? null,
    locale,
    localeId,
  }))
  const sessionId = await insertSession(
    tx,
    {
      projectId,
      userId,
      defaultResolution: null,
      allowNewLocales: false,
      faults: [],
      bytes: 0,
      createdAt: now,
      expiresAt: now,
    },
    staged.map((file) => ({ ...file, faults: [] })),
  )
  for (const [at, { entries }] of files.entries()) await insertEntries(tx, sessionId, at + 1, entries)
  return {
    sessionId,
    warnings,
    /** Those whose locale is on the project. */
    files: staged.filter(({ localeId }) => localeId !== null),
    all: staged,
  }
}
