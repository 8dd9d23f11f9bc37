import Type, { type TSchema } from 'typebox'
import { isForApiKeys, isForSessions } from './access.ts'
import { contract } from './contract.ts'
import { Id, rawTypesOf } from './fields.ts'
import { refusals } from './refusals.ts'
import { type Entry, isNumericParam, paramNames, situationsOf } from './route.ts'
import { unversionedPaths } from './unversioned.ts'
import { type WebhookEvent, webhookEventNames, webhookEvents, webhookMessages } from './webhook-events.ts'

type Json = Record<string, unknown>

/** The contract as an OpenAPI 3.1 document: TypeBox schemas are JSON Schema already, so nothing is translated. */
export function openapi({ version, url }: { version: string; url: string }) {
  versionedPaths ??= describeRoutes()
  return {
    openapi: '3.1.0',
    info: { title: 'Parlance', version, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url }],
    tags: [...new Set((Object.values(contract) as Entry[]).map((entry) => entry.feature)), 'Operation'].map((name) => ({
      name,
    })),
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'tms_session' },
        apiKey: { type: 'http', scheme: 'bearer' },
        metricsToken: { type: 'http', scheme: 'bearer' },
      },
    },
    paths: { ...versionedPaths, ...unversionedPaths },
    webhooks: Object.fromEntries(webhookEventNames.map((event) => [event, { post: delivery(event) }])),
  }
}

/** The same whoever serves them, and wanted once in most processes, at their start. */
let versionedPaths: Record<string, Json> | undefined

function describeRoutes(): Record<string, Json> {
  const paths: Record<string, Json> = {}
  // OpenAPI forbids two paths that differ only in the name of a parameter (`…/keys/{key}`, `…/keys/{keyId}`).
  const byShape = new Map<string, string>()
  for (const entry of Object.values(contract) as Entry[]) {
    const own = `/v1${entry.path}`
    const shape = own.replaceAll(/\{\w+\}/g, '{}')
    const path = byShape.get(shape) ?? own
    byShape.set(shape, path)
    paths[path] = { ...paths[path], [entry.method.toLowerCase()]: operation(entry, path) }
  }
  return paths
}

function operation(entry: Entry, path: string) {
  const names = paramNames(entry.path)
  const parameters = paramNames(path).map((shown, at) => {
    const name = names[at] as string
    return {
      name: shown,
      in: 'path',
      required: true,
      schema: isNumericParam(name) ? Id : { type: 'string' },
      ...(name === shown ? {} : { description: `Here: ${name}` }),
    }
  })
  return {
    operationId: entry.name,
    tags: [entry.feature],
    summary: entry.summary,
    description: describeAccess(entry),
    security: security(entry),
    parameters: [...parameters, ...queryParameters(entry.query)],
    ...(entry.body ? { requestBody: { required: true, content: { 'application/json': { schema: entry.body } } } } : {}),
    responses: {
      ...successes(entry),
      ...(entry.isConditional ? { 304: { description: 'What was asked for before is still the same.' } } : {}),
      ...refusals(situationsOf(entry)),
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

function queryParameters(schema: TSchema | undefined) {
  if (!schema) return []
  const { properties, required = [] } = schema as unknown as { properties: Json; required?: string[] }
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: field,
  }))
}

function successes({ responses, headers }: Entry) {
  return Object.fromEntries(
    Object.entries(responses).map(([status, schema]) => [
      status,
      schema
        ? { description: 'Success', ...(headers && { headers: described(headers) }), content: contentOf(schema) }
        : { description: 'Done', ...(headers && { headers: described(headers) }) },
    ]),
  )
}

const described = (headers: Record<string, TSchema>) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, schema]) => [name, { required: !Type.IsOptional(schema), schema }]),
  )

/** By media type. What comes as a file is told by its type alone, unless that is JSON, which is no string. */
function contentOf(schema: TSchema) {
  const types = rawTypesOf(schema)
  if (!types) return { 'application/json': { schema } }
  const fileOf = (type: string) =>
    type === 'application/json' ? { type: 'object' } : { type: 'string', contentMediaType: type }
  return Object.fromEntries(types.map((type) => [type, { schema: fileOf(type) }]))
}

/** What the service sends to receivers, described like what it takes. */
function delivery(event: WebhookEvent) {
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    required: true,
    schema: { type: 'string' },
    description,
  })
  return {
    operationId: event,
    tags: ['Webhooks'],
    summary: webhookEvents[event].summary,
    security: [],
    parameters: [
      header('X-TMS-Signature', '`t=<seconds>,v1=<hex>`: HMAC-SHA256 with the secret over `<t>.<body>`.'),
      header('X-TMS-Event', 'The name of the event.'),
      header('X-TMS-Delivery-Id', 'The `deliveryId` of the body.'),
    ],
    requestBody: { required: true, content: { 'application/json': { schema: webhookMessages[event] } } },
    responses: { '2XX': { description: 'Taken. Anything else, or nothing within 10 seconds, is tried again.' } },
  }
}
