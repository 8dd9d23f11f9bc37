import type { UserAccess } from '../../http/access.ts'
import { fault } from '../../http/errors.ts'
import type { Services } from '../../services.ts'

/** Like a missing permission: before anything that was sent is looked at. */
export async function assertAdministrator(_services: Services, { session }: UserAccess): Promise<void> {
  if (!session.isInstanceAdmin) throw fault('administratorsOnly')
}
