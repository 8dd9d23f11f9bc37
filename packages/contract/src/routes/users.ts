import Type from 'typebox'
import { user } from '../access.ts'
import { Cursor, Id, limitOf, Nullable, named, Text, Time } from '../fields.ts'
import { routes } from '../route.ts'

const InstanceUser = Type.Object({
  id: Id,
  email: Type.String(),
  name: Type.String(),
  isActive: Type.Boolean(),
  isInstanceAdmin: Type.Boolean(),
  organizationCount: Type.Integer(),
  hasSecondFactor: Type.Boolean(),
  passkeyCount: Type.Integer(),
  createdAt: Time,
  /** To the minute; null before the first sign-in. */
  lastSeenAt: Nullable(Time),
})

named({ InstanceUser })

export const userRoutes = routes('Instance', {
  listUsers: {
    method: 'GET',
    path: '/instance/users',
    summary: 'The accounts of the instance, oldest first; for its administrators',
    access: user,
    query: Type.Object({
      search: Type.Optional(Text({ max: 255, description: 'Part of a name or of an email, whatever the case.' })),
      cursor: Type.Optional(Cursor),
      limit: Type.Optional(limitOf(50)),
    }),
    responses: {
      200: Type.Object({
        users: Type.Array(InstanceUser),
        nextCursor: Nullable(Type.String()),
        hasMore: Type.Boolean(),
      }),
    },
    errors: ['administratorsOnly', 'invalidCursor'],
  },
  updateUser: {
    method: 'PATCH',
    path: '/instance/users/{userId}',
    summary:
      'Deactivate an account, which ends its sessions, streams, API keys and webhooks, let it sign in again, or change who administers the instance',
    access: user,
    body: Type.Object({ isActive: Type.Optional(Type.Boolean()), isInstanceAdmin: Type.Optional(Type.Boolean()) }),
    responses: { 200: InstanceUser },
    errors: ['administratorsOnly', 'notFound', 'lastAdministrator'],
  },
  deleteUserFactors: {
    method: 'DELETE',
    path: '/instance/users/{userId}/second-factor',
    summary:
      'Remove the second factor and the passkeys of somebody who has lost them, which ends all their sessions; for administrators of the instance',
    access: user,
    responses: { 204: null },
    errors: ['administratorsOnly', 'confirmationRequired', 'notFound'],
  },
})
