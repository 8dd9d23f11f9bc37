import type { Config } from '../../config.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { fault } from '../../http/errors.ts'
import type { UserRow } from './session.ts'

/**
 * Where an identity provider signs people in, passwords may be of use to administrators of the instance alone: they come in
 * when the provider is away.
 */
export function assertPasswordsCount(
  { hasPasswords }: Pick<Config, 'hasPasswords'>,
  { isInstanceAdmin }: Pick<UserRow, 'isInstanceAdmin'> = { isInstanceAdmin: false },
): void {
  if (!hasPasswords && !isInstanceAdmin) throw fault('passwordsOff')
}

/** Whether a new password may be set for a user `u`: not where it opens nothing, nor where the provider alone opens the account. */
export const takesPassword = ({ provider, hasPasswords }: Pick<Config, 'provider' | 'hasPasswords'>): Sql => sql`
  (${hasPasswords} or u.is_instance_admin) and (u.password_hash is not null or not exists (
    select 1 from identities i where i.user_id = u.id and i.issuer = ${provider?.issuer ?? null}))`
