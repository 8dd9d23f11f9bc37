import Type from 'typebox'
import { project } from '../access.ts'
import { Actor } from '../actor.ts'
import { ChangeRange } from '../change-range.ts'
import { changeEventNames } from '../events.ts'
import { Cursor, Id, LocaleName, limitOf, Nullable, named, Time } from '../fields.ts'
import { routes } from '../route.ts'

const Activity = Type.Object({
  id: Id,
  at: Time,
  actor: Actor,
  event: Type.String(),
  keyId: Nullable(Id),
  key: Nullable(Type.String()),
  namespace: Nullable(Type.String()),
  locale: Nullable(Type.String()),
  before: Type.Unknown(),
  after: Type.Unknown(),
})

/** Why something is left as it is. */
const revertReasons = ['changed_since', 'name_taken', 'locale_removed', 'not_visible'] as const

const Skipped = Type.Object({
  keyId: Id,
  key: Type.String(),
  locale: Nullable(
    Type.String({ description: 'Null where it is about the key itself, or about a language the caller may not see.' }),
  ),
  reason: Type.Enum([...revertReasons]),
})

named({ Activity, SkippedChange: Skipped })

export const activityRoutes = routes('Activity', {
  listActivity: {
    method: 'GET',
    path: '/projects/{projectId}/activity',
    summary: 'What was changed, by whom, newest first',
    access: project('translation.view'),
    query: Type.Object({
      keyId: Type.Optional(Id),
      cursor: Type.Optional(Cursor),
      limit: Type.Optional(limitOf(50)),
      locale: Type.Optional(LocaleName),
      actorId: Type.Optional({ ...Id, description: 'What this user did; API keys have numbers of their own.' }),
      events: Type.Optional(Type.Array(Type.Enum(changeEventNames), { maxItems: 100 })),
      namespaceId: Type.Optional({ ...Id, description: 'What happened in this namespace, under all its names.' }),
      since: Type.Optional(Type.String({ format: 'date-time', description: 'Changes of this time and later.' })),
      until: Type.Optional(Type.String({ format: 'date-time', description: 'Changes before this time.' })),
    }),
    responses: {
      200: Type.Object({
        activity: Type.Array(Activity),
        nextCursor: Nullable(Type.String()),
        hasMore: Type.Boolean(),
      }),
    },
    errors: ['invalidCursor', 'localeForbidden'],
  },
  revertActivity: {
    method: 'POST',
    path: '/projects/{projectId}/activity/revert',
    summary: 'Take back what a range of changes did to keys and values: all of it at once, newer changes aside',
    access: project('translation.edit'),
    body: Type.Object({
      fromId: Id,
      toId: Id,
      dryRun: Type.Optional(Type.Boolean()),
    }),
    responses: {
      200: Type.Object({
        reverted: Type.Integer({ description: 'Values and keys that are again as they were before the range.' }),
        skipped: Type.Array(Skipped),
        changes: ChangeRange,
      }),
    },
    errors: ['limitExceeded'],
  },
})
