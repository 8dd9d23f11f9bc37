import { contract, type Permission, scopes } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { fault, wrongField } from '../../http/errors.ts'
import { hashSecret, newSecret } from '../../http/secrets.ts'
import { implement } from '../../implement.ts'
import { deedOf, recordEntries } from '../audit/index.ts'
import { holdMembership } from '../organizations/index.ts'
import { type ApiKeyRow, keyEntry, presentApiKey } from './api-key.ts'
import { assertRoomInProject } from './room.ts'

const PREFIX = 'tms_'
const RANDOM_BYTES = 32
/** Enough of a key to tell it from others in a list, too little to guess the rest. */
const SHOWN_CHARACTERS = 12

export const createApiKey = implement(contract.createApiKey, async ({ db, config }, call) => {
  const { access, body, now } = call
  const { projectId, userId } = access
  const wanted = new Set<Permission>([...body.scopes.flatMap((scope) => scopes[scope]), ...(body.permissions ?? [])])
  for (const permission of wanted) {
    if (!access.permissions.has(permission)) throw fault('grantNotHeld', { requiredPermission: permission })
  }
  const expiresAt = body.expiresAt ? new Date(body.expiresAt) : null
  if (expiresAt && expiresAt <= now) throw wrongField('expiresAt', '`expiresAt` must be in the future.')
  const key = PREFIX + newSecret(RANDOM_BYTES)
  const row = await transaction(db, async (tx) => {
    await holdMembership(tx, access)
    const living = sql`api_keys where project_id = ${projectId} and revoked_at is null`
    await assertRoomInProject(tx, config.quotas, projectId, { metric: 'apiKeys', living })
    const created = await tx.one<ApiKeyRow>(sql`
      insert into api_keys (project_id, name, key_hash, prefix, scopes, permissions, created_by, created_at, expires_at)
      values (${projectId}, ${body.name}, ${hashSecret(key)}, ${key.slice(0, SHOWN_CHARACTERS)},
              ${[...new Set(body.scopes)]}, ${[...new Set(body.permissions ?? [])]}, ${userId}, ${now}, ${expiresAt})
      returning id, name, prefix, scopes, permissions, created_by as "createdBy", created_at as "createdAt",
                last_used_at as "lastUsedAt", expires_at as "expiresAt"`)
    const { scopes: granted, permissions } = created
    const details = { scopes: granted, permissions, expiresAt: expiresAt?.toISOString() ?? null }
    await recordEntries(tx, deedOf(call), [keyEntry('api_key.created', { ...created, projectId }, details)])
    return created
  })
  return { ...presentApiKey(row), key }
})
