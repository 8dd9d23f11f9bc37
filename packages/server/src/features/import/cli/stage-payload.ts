import { isPluralMessage } from '@parlance/formats'
import type { Author } from '../../../changes/author.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { assertLocale, type ProjectAccess } from '../../../http/access.ts'
import { findProjectLocales } from '../../projects/index.ts'
import type { DetailName } from '../details/details.ts'
import type { MappedFile } from '../plan/plan.ts'
import { insertEntries, insertSession, type StagedEntry } from '../session.ts'
import { type OddText, oddityOf } from './odd-texts.ts'
import { arrange, type DescribedKeys, describedIn, localesOf, type Payload, type SentStatuses } from './payload.ts'

/** A build names its locales; one that its key's creator may not see is refused, whether the project has it or not. */
export function assertLocales(access: ProjectAccess, payload: Payload): void {
  for (const locale of localesOf(payload)) assertLocale(access, locale)
}

/** What is a plural message from end to end makes a plural of the key that it creates. Odd texts are noted on the way. */
function withPlurals(texts: Iterable<StagedEntry>, note: (odd: OddText) => void) {
  let hasPlurals = false
  return {
    *entries(): Generator<StagedEntry, void, void> {
      for (const entry of texts) {
        const isPlural = isPluralMessage(entry.value)
        hasPlurals ||= isPlural
        const is = isPlural ? undefined : oddityOf(entry.value)
        if (is) note({ key: entry.key, is })
        yield isPlural ? { ...entry, details: { ...entry.details, isPlural } } : entry
      }
    },
    hasPlurals: () => hasPlurals,
  }
}

const WITH_STATUS: readonly DetailName[] = ['status']
const DESCRIBED: readonly DetailName[] = ['formatData']

/** Puts a payload where the plan can read it, for the length of the transaction. */
export async function stagePayload(
  tx: Transaction,
  { projectId, userId, at: now }: Author,
  payload: Payload,
  namespaceIds: ReadonlyMap<string, number>,
  { keys, statuses }: { keys?: DescribedKeys; statuses?: SentStatuses } = {},
) {
  const enabled = await findProjectLocales(tx, projectId)
  const locales = new Map(enabled.map(({ id, code }) => [code, id]))
  const { files, warnings } = arrange(payload, locales, (name) => namespaceIds.has(name), statuses)
  const said = keys ? describedIn(keys, payload, locales, namespaceIds.keys()) : []
  const kept = [...files, ...said.map((described) => ({ ...described, locale: '', localeId: null }))]
  const staged: MappedFile[] = kept.map(({ namespace, locale, localeId }, at) => ({
    position: at + 1,
    filename: '',
    namespace,
    namespaceId: namespaceIds.get(namespace) ?? null,
    locale,
    localeId,
    syntax: null,
    said: localeId === null ? DESCRIBED : statuses ? WITH_STATUS : [],
    options: {},
  }))
  const times = { createdAt: now, expiresAt: now }
  const sessionId = await insertSession(
    tx,
    { projectId, userId, defaultResolution: null, allowNewLocales: false, faults: [], bytes: 0, ...times },
    staged.map((file) => ({ ...file, faults: [] })),
  )
  const odd: { file: MappedFile; text: OddText }[] = []
  for (const [at, file] of staged.entries()) {
    const note = (text: OddText) => void (file.localeId !== null && odd.push({ file, text }))
    const texts = withPlurals(kept[at]?.entries ?? [], note)
    await insertEntries(tx, sessionId, file.position, texts.entries())
    if (texts.hasPlurals()) file.said = [...file.said, 'isPlural']
  }
  return {
    sessionId,
    warnings,
    odd,
    /** Those whose locale is on the project. */
    files: staged.filter(({ localeId }) => localeId !== null),
    all: staged.slice(0, files.length),
    /** With what is said of keys. */
    described: staged.slice(files.length),
  }
}

export type Staged = Awaited<ReturnType<typeof stagePayload>>
