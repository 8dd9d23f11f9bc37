import Type from 'typebox'
import { ownProject, project } from '../access.ts'
import { EventStream, Id, LocaleName, Nullable, Text } from '../fields.ts'
import { routes } from '../route.ts'

const lastEventId = Type.Optional(
  Text({ max: 100, description: 'Like the header Last-Event-ID, for clients that cannot set it.' }),
)

export const streamRoutes = routes('Stream', {
  streamProject: {
    method: 'GET',
    path: '/projects/{projectId}/keys/events',
    summary: 'Follow the changes of a project as server-sent events',
    access: project('translation.view'),
    query: Type.Object({ lastEventId }),
    responses: { 200: EventStream },
    errors: ['tooManyStreams'],
  },
  putPresence: {
    method: 'PUT',
    path: '/projects/{projectId}/presence',
    summary: 'Tell others for half a minute which key one is at, in which language; both null: at none any more',
    access: project('translation.view', { sessionOnly: true }),
    body: Type.Object({ keyId: Nullable(Id), locale: Nullable(LocaleName) }),
    responses: { 204: null },
    errors: ['keyNotFound', 'localeNotEnabled', 'localeForbidden'],
    // It is heard and forgotten: nothing is written.
    effect: 'read',
  },
  streamKeys: {
    method: 'GET',
    path: '/keys/events/stream',
    summary: "Follow the keys and values of the API key's project as server-sent events",
    access: ownProject('translation.view'),
    query: Type.Object({
      events: Type.Optional(Type.Array(Text({ max: 100 }), { maxItems: 32 })),
      lastEventId,
    }),
    responses: { 200: EventStream },
    errors: ['tooManyStreams'],
  },
})
