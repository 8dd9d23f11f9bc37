import Type from 'typebox'
import { organization } from '../access.ts'
import { Actor } from '../actor.ts'
import { auditEventNames, auditEvents, auditSubjects } from '../audit-events.ts'
import { Cursor, Id, limitOf, Nullable, named, Time } from '../fields.ts'
import { routes } from '../route.ts'

const described = Object.entries(auditEvents).map(([event, sentence]) => `- \`${event}\`: ${sentence}`)
const Event = Type.Enum(auditEventNames, { description: described.join('\n') })

const AuditEntry = Type.Object({
  id: Id,
  at: Time,
  /** Of a failed sign-in, the account that was tried. */
  actor: Actor,
  event: Event,
  /** By the name it had then. */
  subject: Type.Object({ type: Type.Enum([...auditSubjects]), id: Nullable(Id), name: Nullable(Type.String()) }),
  /** Of a change, `before` and `after` with the fields that differ. */
  details: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
  /** The network address that the request came from. */
  address: Nullable(Type.String()),
})

named({ AuditEntry })

export const auditRoutes = routes('Audit', {
  listAudit: {
    method: 'GET',
    path: '/organizations/{orgId}/audit',
    summary: 'Who came in, and who changed what others may do, newest first',
    access: organization('organization.manage_settings'),
    query: Type.Object({
      cursor: Type.Optional(Cursor),
      limit: Type.Optional(limitOf(50)),
      since: Type.Optional(Type.String({ format: 'date-time', description: 'Entries of this time and later.' })),
      until: Type.Optional(Type.String({ format: 'date-time', description: 'Entries before this time.' })),
      actorId: Type.Optional({ ...Id, description: 'What this user did; API keys have numbers of their own.' }),
      events: Type.Optional(Type.Array(Type.Enum(auditEventNames), { maxItems: 100 })),
    }),
    responses: {
      200: Type.Object({
        entries: Type.Array(AuditEntry),
        nextCursor: Nullable(Type.String()),
        hasMore: Type.Boolean(),
      }),
    },
    errors: ['invalidCursor'],
  },
})
