import Type from 'typebox'
import { ownProject } from '../access.ts'
import { Nullable, Text } from '../fields.ts'
import { Neighbor } from '../key.ts'
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
          namespace: Type.Optional(Text({ max: 255 })),
          key: Text({ min: 1, max: 768, short: 'FIELD_REQUIRED' }),
          uiType: Type.Optional(Text({ max: 255 })),
          translationRole: Type.Optional(Text({ max: 255 })),
          lengthHint: Type.Optional(Nullable(Text({ max: 255 }))),
          screenGroup: Type.Optional(Text({ max: 255 })),
          neighbors: Type.Optional(Type.Array(Neighbor, { maxItems: 100 })),
        }),
        { minItems: 1, maxItems: 1000 },
      ),
    }),
    responses: { 202: Type.Object({ accepted: Type.Integer(), unknown: Type.Integer() }) },
  },
})
