import Type, { type TSchema } from 'typebox'
import { isForApiKeys, isForSessions } from '../access.ts'
import { contract } from '../contract.ts'
import { Id, rawTypesOf } from '../fields.ts'
import { type Entry, isNumericParam, paramNames, situationsOf } from '../route.ts'
import { examples } from './examples.ts'
import { errorSchemas, Refusals } from './refusals.ts'
import { descriptionOf, type Json, Schemas } from './schemas.ts'
import { streamData } from './streams.ts'
import { tags } from './tags.ts'
import { unversionedPaths } from './unversioned.ts'
import { webhooks } from './webhooks.ts'

/** The contract as an OpenAPI 3.1 document. Put together when it is first asked for: most processes never are. */
export function openapi({ version, url }: { version: string; url: string }) {
  described ??= describe()
  return {
    openapi: '3.1.0',
    info: {
      title: 'Parlance',
      version,
      summary: 'Translations of software: keys and values, files, memories, glossaries, webhooks, publishing.',
      description: INTRODUCTION,
      contact: { name: 'Whoever runs this instance' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url }],
    ...described,
  }
}

const INTRODUCTION = `
People sign in and are known by a cookie; programs send an API key, which belongs to one project, as \`Authorization: Bearer …\`.
Which of the two an operation takes, and what right it asks for, stands with it.

Bodies are JSON in UTF-8. Times are ISO 8601 in UTC. Lists come in pages: send the \`nextCursor\` of one as the \`cursor\` of
the next while \`hasMore\` is true. Fields and query parameters that are not described are ignored.

A refusal has a \`code\` for programs and a \`message\` for people. What is wrong with a field is a 422: \`meta.field\` names
the field and \`errors\` says what to do about it. Every 429 and 503 says in \`Retry-After\` after how many seconds to ask again.

Everything is also served under \`/api/v1\`.
`.trim()

let described: ReturnType<typeof describe> | undefined

function describe() {
  const schemas = new Schemas()
  const refusals = new Refusals()
  const paths = { ...describeRoutes(schemas, refusals), ...unversionedPaths(refusals) }
  const sent = webhooks(schemas)
  return {
    tags,
    paths,
    webhooks: sent,
    components: {
      securitySchemes,
      schemas: { ...errorSchemas, ...schemas.components },
      responses: refusals.components,
    },
  }
}

const securitySchemes = {
  session: { type: 'apiKey', in: 'cookie', name: 'tms_session', description: 'The cookie of somebody who signed in.' },
  apiKey: { type: 'http', scheme: 'bearer', description: 'An API key of a project: `tms_…`.' },
  metricsToken: { type: 'http', scheme: 'bearer', description: '`METRICS_TOKEN`, as whoever runs the service set it.' },
}

function describeRoutes(schemas: Schemas, refusals: Refusals): Record<string, Json> {
  const paths: Record<string, Json> = {}
  // OpenAPI forbids two paths that differ only in the name of a parameter (`…/keys/{key}`, `…/keys/{keyId}`).
  const byShape = new Map<string, string>()
  for (const entry of Object.values(contract) as Entry[]) {
    const own = `/v1${entry.path}`
    const shape = shapeOf(own)
    // `…/import/{validationId}/conflicts` could be `…/import/progress/{trackingId}`: its other address never is.
    const isAmbiguous = Object.keys(paths).some((other) => couldBeBoth(own, other))
    const path = byShape.get(shape) ?? (isAmbiguous ? `/api${own}` : own)
    byShape.set(shape, path)
    paths[path] = { ...paths[path], [entry.method.toLowerCase()]: operation(entry, path, schemas, refusals) }
  }
  return paths
}

/** Whether an address may be of either path, with neither of them the more exact one. */
function couldBeBoth(one: string, other: string): boolean {
  const [a, b] = [one.split('/'), other.split('/')]
  const isOpen = (part = '') => part.startsWith('{')
  const count = (parts: string[]) => parts.filter(isOpen).length
  const meets = a.every((part, at) => part === b[at] || isOpen(part) || isOpen(b[at]))
  return meets && a.length === b.length && count(a) === count(b) && shapeOf(one) !== shapeOf(other)
}

const shapeOf = (path: string) => path.replaceAll(/\{\w+\}/g, '{}')

function operation(entry: Entry, path: string, schemas: Schemas, refusals: Refusals) {
  return {
    operationId: entry.name,
    tags: [entry.feature],
    summary: entry.summary,
    description: describeAccess(entry),
    security: security(entry),
    parameters: [...pathParameters(entry, path), ...queryParameters(entry, schemas)],
    ...(entry.body ? { requestBody: requestBody(entry, entry.body, schemas) } : {}),
    responses: {
      ...successes(entry, schemas),
      ...(entry.isConditional ? { 304: { description: 'What was asked for before is still the same.' } } : {}),
      ...refusals.tell(situationsOf(entry)),
    },
  }
}

function describeAccess({ access }: Entry) {
  if (access.on === 'anyone') return access.session ? 'Open to anyone, signed in or not.' : 'Open to anyone.'
  const parts = ['permission' in access && access.permission ? `Needs \`${access.permission}\`.` : 'Needs a session.']
  if ('unrestricted' in access) parts.push('Not for members restricted to some languages.')
  return parts.join(' ')
}

function security({ access }: Entry): Json[] {
  if (access.on === 'anyone') return access.session ? [{}, { session: [] }] : []
  if (isForApiKeys(access)) return [{ apiKey: [] }]
  return isForSessions(access) ? [{ session: [] }] : [{ session: [] }, { apiKey: [] }]
}

function pathParameters(entry: Entry, path: string) {
  const names = paramNames(entry.path)
  return paramNames(path).map((shown, at) => {
    const name = names[at] as string
    const schema = isNumericParam(name) ? Id : Type.String()
    const description = descriptionOf(name, schema, [entry.name])
    return {
      name: shown,
      in: 'path',
      required: true,
      description: name === shown ? description : `Here \`${name}\`: ${description}`,
      schema: isNumericParam(name) ? Id : { type: 'string' },
    }
  })
}

function queryParameters({ name: owner, query }: Entry, schemas: Schemas) {
  if (!query) return []
  const { properties, required = [] } = query as unknown as {
    properties: Record<string, TSchema>
    required?: string[]
  }
  return Object.entries(schemas.fields(properties, [owner, 'query'])).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    description,
    schema,
  }))
}

const requestBody = ({ name }: Entry, body: TSchema, schemas: Schemas) => ({
  required: true,
  content: {
    'application/json': {
      schema: schemas.tell(body, [name, 'body']),
      example: (examples as Record<string, unknown>)[name],
    },
  },
})

const outcomes: Record<string, string> = {
  200: 'Done.',
  201: 'Created.',
  202: 'Taken on: it is done after the answer.',
  204: 'Done; there is no body.',
}

function successes({ name, responses, headers }: Entry, schemas: Schemas) {
  return Object.fromEntries(
    Object.entries(responses).map(([status, schema]) => [
      status,
      {
        description: outcomes[status],
        ...(headers && { headers: describedHeaders(headers) }),
        ...(schema && { content: contentOf(schema, name, schemas) }),
      },
    ]),
  )
}

const describedHeaders = (headers: Record<string, TSchema>) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, header]) => {
      const { description, ...schema } = header as { description?: string }
      return [name, { description, required: !Type.IsOptional(header), schema }]
    }),
  )

/** By media type. What comes as a file is told by its type alone, unless that is JSON, which is no string. */
function contentOf(schema: TSchema, operation: string, schemas: Schemas) {
  const types = rawTypesOf(schema)
  const events = (streamData as Record<string, TSchema>)[operation]
  if (events) return { 'text/event-stream': { schema: schemas.tell(events, [operation, 'response']) } }
  if (!types) return { 'application/json': { schema: schemas.tell(schema, [operation, 'response']) } }
  const fileOf = (type: string) =>
    type === 'application/json' ? { type: 'object' } : { type: 'string', contentMediaType: type }
  return Object.fromEntries(types.map((type) => [type, { schema: fileOf(type) }]))
}
