import type { Config } from '../../config.ts'
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
