import { type ErrorShape, errors, type Situation } from './errors.ts'

/** The refusals of a route by status, for the OpenAPI document. */
export function refusals(situations: Situation[]) {
  const shapes = situations.map((situation): ErrorShape => errors[situation])
  const statuses = [...new Set(shapes.map(({ status }) => status))]
  return Object.fromEntries(
    statuses.map((status) => [status, refusal(shapes.filter((shape) => shape.status === status))]),
  )
}

const refusal = (shapes: ErrorShape[]) => ({
  description: [...new Set(shapes.map(sentence))].join('\n'),
  ...(shapes.some(isPassing) ? { headers: passingHeaders } : {}),
  content: { 'application/json': { schema: errorSchema(shapes) } },
})

const isPassing = ({ retryAfter }: ErrorShape) => retryAfter !== undefined

const passingHeaders = {
  'Retry-After': {
    required: true,
    schema: { type: 'integer', minimum: 1 },
    description: 'Seconds after which to ask again.',
  },
}

const sentence = ({ code, message }: ErrorShape) => [code && `\`${code}\``, message].filter(Boolean).join(': ')

/** The schema of the bodies that some refusals of one status share. */
function errorSchema(shapes: ErrorShape[]) {
  const codes = [...new Set(shapes.flatMap(({ code }) => code ?? []))]
  return {
    type: 'object',
    properties: {
      ...(codes.length > 0 ? { code: { enum: codes } } : {}),
      ...(shapes.some(({ message }) => message) ? { message: { type: 'string' } } : {}),
      meta: { type: 'object' },
    },
    required: [
      ...(shapes.every(({ code }) => code) ? ['code'] : []),
      ...(shapes.every(({ message }) => message) ? ['message'] : []),
    ],
  }
}
