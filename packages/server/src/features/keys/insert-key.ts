import type { Author } from '../../changes/author.ts'
import { record } from '../../changes/record.ts'
import { sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { KeyRow } from './key.ts'
import type { Metadata } from './metadata.ts'

/** A new key, or undefined when its name is taken in the namespace. */
export async function insertKey(
  tx: Transaction,
  by: Author,
  namespace: { id: number; name: string },
  sent: Metadata & { key: string },
): Promise<KeyRow | undefined> {
  const row = await tx.row<Omit<KeyRow, 'namespace'>>(sql`
    insert into keys (project_id, namespace_id, name, description, ai_context, is_plural, character_limit, syntax,
                      created_by, created_at, updated_at)
    values (${by.projectId}, ${namespace.id}, ${sent.key}, ${sent.description ?? null}, ${sent.aiContext ?? null},
            ${sent.isPlural ?? false}, ${sent.characterLimit ?? null}, ${sent.syntax ?? null}, ${by.userId}, ${by.at},
            ${by.at})
    on conflict (namespace_id, name_hash) where deleted_at is null do nothing
    returning id, name as key, namespace_id as "namespaceId", description, is_plural as "isPlural",
              character_limit as "characterLimit", syntax, created_at as "createdAt", updated_at as "updatedAt"`)
  if (!row) return undefined
  const { id, key, description, isPlural, characterLimit, syntax } = row
  record(tx, by, [
    {
      event: 'key.created',
      keyId: id,
      key,
      namespace: namespace.name,
      after: { isPlural, description, characterLimit, syntax },
    },
  ])
  return { ...row, namespace: namespace.name }
}
