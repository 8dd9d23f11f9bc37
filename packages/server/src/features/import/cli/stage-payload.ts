import { isPluralMessage } from '@parlance/formats'
import type { Author } from '../../../changes/author.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { assertLocale, type ProjectAccess } from '../../../http/access.ts'
import { findProjectLocales } from '../../projects/index.ts'
import type { MappedFile } from '../plan/plan.ts'
import { insertEntries, insertSession, type StagedEntry } from '../session.ts'
import { arrange, type DescribedKeys, localesOf, type Payload, syntaxesIn } from './payload.ts'

/** A build names its locales; one that its key's creator may not see is refused, whether the project has it or not. */
export function assertLocales(access: ProjectAccess, payload: Payload): void {
  for (const locale of localesOf(payload)) assertLocale(access, locale)
}

/** What is a plural message from end to end makes a plural of the key that it creates. */
function withPlurals(texts: Iterable<Pick<StagedEntry, 'key' | 'value'>>) {
  let hasPlurals = false
  return {
    *entries(): Generator<StagedEntry, void, void> {
      for (const { key, value } of texts) {
        const isPlural = isPluralMessage(value)
        hasPlurals ||= isPlural
        yield isPlural ? { key, value, details: { isPlural } } : { key, value }
      }
    },
    hasPlurals: () => hasPlurals,
  }
}

/** Puts a payload where the plan can read it, for the length of the transaction. */
export async function stagePayload(
  tx: Transaction,
  { projectId, userId, at: now }: Author,
  payload: Payload,
  namespaceIds: ReadonlyMap<string, number>,
  keys?: DescribedKeys,
) {
  const enabled = await findProjectLocales(tx, projectId)
  const locales = new Map(enabled.map(({ id, code }) => [code, id]))
  const { files, warnings } = arrange(payload, locales, (name) => namespaceIds.has(name))
  const said = keys ? syntaxesIn(keys, payload, locales, namespaceIds.keys()) : []
  const kept = [...files, ...said.map((syntaxes) => ({ ...syntaxes, locale: '', localeId: null }))]
  const staged: MappedFile[] = kept.map(({ namespace, locale, localeId }, at) => ({
    position: at + 1,
    filename: '',
    namespace,
    namespaceId: namespaceIds.get(namespace) ?? null,
    locale,
    localeId,
    syntax: null,
    said: [],
    options: {},
  }))
  const times = { createdAt: now, expiresAt: now }
  const sessionId = await insertSession(
    tx,
    { projectId, userId, defaultResolution: null, allowNewLocales: false, faults: [], bytes: 0, ...times },
    staged.map((file) => ({ ...file, faults: [] })),
  )
  for (const [at, file] of staged.entries()) {
    const texts = withPlurals(kept[at]?.entries ?? [])
    await insertEntries(tx, sessionId, file.position, texts.entries())
    if (texts.hasPlurals()) file.said = ['isPlural']
  }
  return {
    sessionId,
    warnings,
    /** Those whose locale is on the project. */
    files: staged.filter(({ localeId }) => localeId !== null),
    all: staged.slice(0, files.length),
    /** With the syntaxes of keys for texts. */
    syntaxes: staged.slice(files.length),
  }
}
