import { type ErrorShape, errors, type Situation } from '../errors.ts'

/** The bodies of refusals. */
export const errorSchemas = {
  Error: {
    description: 'A refusal.',
    type: 'object',
    properties: {
      code: { type: 'string', description: 'Which refusal it is, for programs.' },
      message: { type: 'string', description: 'What to do, for people. It may get better words at any time.' },
      meta: { type: 'object', description: 'What it is about in this very case, where there is more to say.' },
    },
    required: ['code', 'message'],
  },
  PlainError: {
    description: 'A refusal that has no code.',
    type: 'object',
    properties: { message: { type: 'string', description: 'What is missing, for people.' } },
    required: ['message'],
  },
  FieldError: {
    description: 'A field, a parameter or the body as a whole is not as the operation takes it.',
    type: 'object',
    properties: {
      code: { type: 'string', description: 'What is wrong, for programs.' },
      meta: {
        type: 'object',
        description: 'Left out where no field is at fault: an operation that takes at least one got none.',
        properties: {
          field: {
            type: 'string',
            description: 'The first field that is wrong: names and numbers from 0 with dots, as in `keyIds.3`.',
          },
        },
        required: ['field'],
      },
      errors: {
        type: 'array',
        description: 'What to do about it.',
        items: {
          type: 'object',
          properties: {
            field: { type: 'string', description: 'Named as in `meta.field`; `body` is the body as a whole.' },
            message: { type: 'string', description: 'What the field takes, for people.' },
          },
          required: ['field', 'message'],
        },
      },
    },
    required: ['code', 'errors'],
  },
} as const

/** The refusals of routes by status. Most routes share theirs with others: each is described once and referred to. */
export class Refusals {
  readonly components: Record<string, object> = {}
  readonly #names = new Map<string, string>()

  tell(situations: readonly Situation[]): Record<string, { $ref: string }> {
    const shapes = situations.map((situation): ErrorShape => errors[situation])
    const statuses = [...new Set(shapes.map(({ status }) => status))]
    const ofStatus = (status: number) =>
      refusal(
        status,
        shapes.filter((shape) => shape.status === status),
      )
    return Object.fromEntries(statuses.map((status) => [status, this.#refer(status, ofStatus(status))]))
  }

  #refer(status: number, told: object): { $ref: string } {
    const text = JSON.stringify([status, told])
    const name = this.#names.get(text) ?? this.#add(text, status, told)
    return { $ref: `#/components/responses/${name}` }
  }

  #add(text: string, status: number, told: object): string {
    const name = `Refusal${status}n${Object.keys(this.components).length + 1}`
    this.#names.set(text, name)
    this.components[name] = told
    return name
  }
}

const refusal = (status: number, shapes: ErrorShape[]) => ({
  description: [...new Set(shapes.map(sentence))].join('\n'),
  ...(shapes.some(isPassing) ? { headers: passingHeaders } : {}),
  content: { 'application/json': { schema: schemaOf(status, shapes) } },
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

/** What the refusals of one status have in common; of those with a code, which there can be. */
function schemaOf(status: number, shapes: ErrorShape[]) {
  const codes = [...new Set(shapes.flatMap(({ code }) => code ?? []))]
  const branches = [
    ...(codes.length > 0 ? [coded(status === 422 ? 'FieldError' : 'Error', codes)] : []),
    ...(shapes.some(({ code }) => code === undefined) ? [referTo('PlainError')] : []),
  ]
  return branches.length === 1 ? branches[0] : { anyOf: branches }
}

const referTo = (name: keyof typeof errorSchemas) => ({ $ref: `#/components/schemas/${name}` })

const coded = (name: keyof typeof errorSchemas, codes: string[]) => ({
  allOf: [
    referTo(name),
    {
      type: 'object',
      properties: { code: { type: 'string', enum: codes, description: 'Which of the refusals above it is.' } },
    },
  ],
})
