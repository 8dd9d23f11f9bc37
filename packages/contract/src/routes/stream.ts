import Type from 'typebox'
import { ownProject, project } from '../access.ts'
import { EventStream, Text } from '../fields.ts'
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
