import type { Role } from '@parlance/contract'
import type { Config } from '../../config.ts'
import type { Handle } from '../../db/pool.ts'
import { type Sql, sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import { fault } from '../../http/errors.ts'

export interface OrganizationRow {
  id: number
  name: string
  role: Role
  keyLimit: number | null
  keys: number
  /** Sent to be translated by machine this month. */
  characters: number
  createdAt: Date
  updatedAt: Date
}

/** Characters are counted where there is a budget for them. */
export const presentOrganization = (
  { id, name, role, keyLimit, keys, characters, createdAt, updatedAt }: OrganizationRow,
  { machineTranslation: { monthlyCharacters } }: Pick<Config, 'machineTranslation'>,
) => ({
  id,
  name,
  role,
  limits: { keys: keyLimit, ...(monthlyCharacters !== null && { machineTranslationCharacters: monthlyCharacters }) },
  usage: { keys, ...(monthlyCharacters !== null && { machineTranslationCharacters: characters }) },
  isReadOnly: keyLimit !== null && keys > keyLimit,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})

/** The organizations of a user, with how much of their plan is used; `only` narrows them. */
export const findOrganizations = (db: Handle, userId: number, now: Date, only: Sql = sql`true`) =>
  db.rows<OrganizationRow>(sql`
    select o.id, o.name, m.role, o.key_limit as "keyLimit", o.created_at as "createdAt", o.updated_at as "updatedAt",
           (select coalesce(sum(c.keys), 0)::bigint
            from projects p join project_counters c on c.project_id = p.id
            where p.organization_id = o.id and p.deleted_at is null) as keys,
           (select coalesce(sum(u.characters), 0)::bigint from translation_usage u
            where u.organization_id = o.id and u.month = ${`${now.toISOString().slice(0, 7)}-01`}::date) as characters
    from memberships m join organizations o on o.id = m.organization_id
    where m.user_id = ${userId} and ${only}
    order by o.id`)

export async function findOrganization(db: Handle, userId: number, now: Date, orgId: number): Promise<OrganizationRow> {
  const [organization] = await findOrganizations(db, userId, now, sql`o.id = ${orgId}`)
  if (!organization) throw fault('notFound')
  return organization
}

/** A new organization, owned by its founder. */
export async function insertOrganization(
  tx: Transaction,
  ownerId: number,
  name: string,
  keyLimit: number | null,
  now: Date,
): Promise<number> {
  const created = await tx.one<{ id: number }>(sql`
    with organization as (
      insert into organizations (name, key_limit, created_by, created_at, updated_at)
      values (${name}, ${keyLimit}, ${ownerId}, ${now}, ${now})
      returning id
    )
    insert into memberships (organization_id, user_id, role, joined_at, created_at)
    select id, ${ownerId}::bigint, 'owner', ${now}::timestamptz, ${now}::timestamptz from organization
    returning organization_id as id`)
  return created.id
}
