import Type from 'typebox'
import { project } from '../access.ts'
import { Nullable, named, Text, Time } from '../fields.ts'
import { Parameter } from '../key.ts'
import { limits, MEBIBYTE } from '../limits.ts'
import { routes } from '../route.ts'

const ExpectedKey = Type.Object({
  namespace: Text({ max: limits.namespaceName }),
  key: Text({ max: limits.keyName }),
  params: Type.Array(Parameter, { maxItems: 1000, description: 'As `GET …/types` tells them.' }),
})

const Deployment = Type.Object({
  name: Type.String(),
  keys: Type.Integer({ description: 'How many it expects.' }),
  updatedAt: Time,
})

named({ ExpectedKey, Deployment })

export const deploymentRoutes = routes('Deployments', {
  listDeployments: {
    method: 'GET',
    path: '/projects/{projectId}/deployments',
    summary: 'What runs somewhere, and when it last told what it expects',
    access: project('translation.view'),
    responses: { 200: Type.Object({ deployments: Type.Array(Deployment) }) },
  },
  putDeployment: {
    method: 'PUT',
    path: '/projects/{projectId}/deployments/{name}',
    summary: 'Tell which keys running code uses, and what it gives to each',
    access: project('translation.edit'),
    body: Type.Object({ keys: Type.Array(ExpectedKey, { maxItems: limits.importKeys }) }),
    responses: { 200: Deployment },
    errors: ['quotaExceeded'],
    bodyLimit: 40 * MEBIBYTE,
  },
  deleteDeployment: {
    method: 'DELETE',
    path: '/projects/{projectId}/deployments/{name}',
    summary: 'Forget what no longer runs',
    access: project('translation.edit'),
    responses: { 204: null },
    errors: ['notFound'],
  },
  getTypesImpact: {
    method: 'POST',
    path: '/projects/{projectId}/types/impact',
    summary: 'What other source texts would break in deployments',
    access: project('translation.view'),
    body: Type.Object({
      changes: Type.Array(
        Type.Object({
          namespace: Text({ max: limits.namespaceName }),
          key: Text({ max: limits.keyName }),
          value: Nullable(Type.String({ maxLength: limits.value, description: 'Null: the key is gone.' })),
        }),
        { minItems: 1, maxItems: 1000 },
      ),
    }),
    responses: {
      200: Type.Object({
        results: Type.Array(
          Type.Object({
            namespace: Type.String(),
            key: Type.String(),
            breaking: Type.Array(
              Type.Object({
                deployment: Type.String(),
                reason: Type.Enum(['key_removed', 'parameter_added', 'parameter_type']),
                parameter: Type.Optional(Type.String()),
              }),
            ),
          }),
        ),
      }),
    },
    effect: 'read',
    bodyLimit: 40 * MEBIBYTE,
  },
})
