import Type from 'typebox'
import { ownProject, project } from '../access.ts'
import { Nullable, Text } from '../fields.ts'
import { KeyName } from '../key.ts'
import { KeyContext, Neighbor, ObservedLabel } from '../key-context.ts'
import { limits } from '../limits.ts'
import { routes } from '../route.ts'

export const contextRoutes = routes('Context', {
  createObservations: {
    method: 'POST',
    path: '/keys/observations',
    summary: 'Report where a running application showed keys',
    access: ownProject('context.write'),
    body: Type.Object({
      observations: Type.Array(
        Type.Object({
          namespace: Type.Optional(Text({ max: limits.namespaceName })),
          key: KeyName,
          uiType: Type.Optional(ObservedLabel),
          translationRole: Type.Optional(ObservedLabel),
          lengthHint: Type.Optional(Nullable(ObservedLabel)),
          screenGroup: Type.Optional(ObservedLabel),
          neighbors: Type.Optional(Type.Array(Neighbor, { maxItems: 100 })),
        }),
        { minItems: 1, maxItems: 1000 },
      ),
    }),
    responses: { 202: Type.Object({ accepted: Type.Integer(), unknown: Type.Integer() }) },
  },
  getKeyContext: {
    method: 'GET',
    path: '/projects/{projectId}/keys/{keyId}/context',
    summary: 'Where and how a running application showed a key',
    access: project('translation.view'),
    responses: { 200: KeyContext },
    errors: ['keyNotFound'],
  },
})
