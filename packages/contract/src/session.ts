import Type from 'typebox'
import { permissions, roleNames } from './access.ts'
import { Id, Nullable, named } from './fields.ts'

export const User = Type.Object({ id: Id, email: Type.String(), name: Type.String(), isInstanceAdmin: Type.Boolean() })

/** One organization of the signed-in user, and what they may do there. */
const Membership = Type.Object({
  id: Id,
  name: Type.String(),
  role: Type.Enum(roleNames),
  permissions: Type.Array(Type.Enum([...permissions])),
  localeCodes: Nullable(Type.Array(Type.String())),
})

/** What every sign-in answers, whatever opened the door. */
export const Session = Type.Object({ user: User, organizations: Type.Array(Membership), csrfToken: Type.String() })

named({ User, Membership, Session })
