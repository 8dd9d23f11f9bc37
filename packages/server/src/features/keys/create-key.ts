import { contract, type Status } from '@parlance/contract'
import { record } from '../../changes/record.ts'
import { sql } from '../../db/sql.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import { assertLocale, type ProjectAccess } from '../../http/access.ts'
import { fault } from '../../http/errors.ts'
import { implement } from '../../http/implement.ts'
import { canonicalLocale } from '../../locale.ts'
import { ensureNamespace, findProjectLocales } from '../projects/index.ts'
import { characterCount, writeValues } from '../translations/index.ts'
import { type KeyRow, presentKey } from './key.ts'
import { assertRoomForKeys } from './plan-limit.ts'

export const createKey = implement(contract.createKey, ({ db }, { access, body, now }) =>
  transaction(db, async (tx) => {
    const sent = await resolveLocales(tx, access, body.translations ?? {})
    assertLengths(sent, body.characterLimit)
    await assertRoomForKeys(tx, access, 1)
    const namespace = await ensureNamespace(tx, access, now, body)
    const row = await tx.row<Omit<KeyRow, 'namespace'>>(sql`
      insert into keys (project_id, namespace_id, name, description, ai_context, is_plural, character_limit, created_by,
                        created_at, updated_at)
      values (${access.projectId}, ${namespace.id}, ${body.key}, ${body.description ?? null}, ${body.aiContext ?? null},
              ${body.isPlural ?? false}, ${body.characterLimit ?? null}, ${access.userId}, ${now}, ${now})
      on conflict (namespace_id, name_hash) where deleted_at is null do nothing
      returning id, name as key, namespace_id as "namespaceId", description, is_plural as "isPlural",
                character_limit as "characterLimit", created_at as "createdAt", updated_at as "updatedAt"`)
    if (!row) throw fault('keyExists')
    const names = { keyId: row.id, key: row.key, namespace: namespace.name }
    const after = { isPlural: row.isPlural, description: row.description, characterLimit: row.characterLimit }
    record(tx, access.projectId, access.actor, now, [{ event: 'key.created', ...names, after }])
    const written = await writeValues(
      tx,
      access,
      now,
      sent.map((value) => ({ ...names, ...value })),
    )
    const values = written.map((value, at) => ({ ...value, locale: sent[at]?.locale ?? '' }))
    return presentKey({ ...row, namespace: namespace.name }, values)
  }),
)

interface SentValue {
  localeId: number
  locale: string
  value: string
  status: Status
}

/** Two spellings of one locale are one value; the later wins. */
async function resolveLocales(
  tx: Transaction,
  access: ProjectAccess,
  translations: Record<string, { value: string; status: Status }>,
): Promise<SentValue[]> {
  const entries = Object.entries(translations)
  if (entries.length === 0) return []
  const enabled = new Map((await findProjectLocales(tx, access.projectId)).map(({ id, code }) => [code, id]))
  const byLocale = new Map<string, SentValue>()
  for (const [code, { value, status }] of entries) {
    const locale = canonicalLocale(code)
    if (locale === undefined) throw fault('localeNotEnabled')
    assertLocale(access, locale)
    const localeId = enabled.get(locale)
    if (localeId === undefined) throw fault('localeNotEnabled')
    byLocale.set(locale, { localeId, locale, value, status })
  }
  return [...byLocale.values()]
}

function assertLengths(values: SentValue[], limit: number | undefined): void {
  if (limit === undefined) return
  for (const { value } of values) {
    const actual = characterCount(value)
    if (actual > limit) throw fault('valueTooLong', { limit, actual })
  }
}
