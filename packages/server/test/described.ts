import assert from 'node:assert/strict'
import { connectionEvents, passingEvents, streamEvents, type WebhookMessage, webhookMessages } from '@parlance/contract'
import { Ajv, type ValidateFunction } from 'ajv'
import Type, { type TProperties } from 'typebox'

const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
const compiled = new Map<object, ValidateFunction>()

/** What leaves the service is what the contract describes, with no field more. */
export function assertDescribed(schema: object, value: unknown, where: string): void {
  const validate = compiled.get(schema) ?? ajv.compile(strict(schema) as object)
  compiled.set(schema, validate)
  assert.ok(validate(value), `${where}: ${ajv.errorsText(validate.errors)}`)
}

/** The schema with every object closed. Maps stay open: their names are data. */
function strict(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strict)
  if (typeof schema !== 'object' || schema === null) return schema
  const copy = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, strict(part)]))
  return 'properties' in copy ? { ...copy, additionalProperties: false } : copy
}

export function assertDelivery(body: WebhookMessage): void {
  const schema = webhookMessages[body.event] ?? assert.fail(`there is no event ${body.event}`)
  assertDescribed(schema, body, `a delivery told ${JSON.stringify(body).slice(0, 500)}`)
}

const streamSchemas = new Map(
  Object.entries<TProperties>({ ...streamEvents, ...connectionEvents, ...passingEvents }).map(([event, fields]) => [
    event,
    Type.Object({ projectId: Type.Integer(), ...fields }),
  ]),
)

export function assertStreamEvent(event: string, data: unknown): void {
  const schema = streamSchemas.get(event) ?? assert.fail(`there is no event ${event}`)
  assertDescribed(schema, data, `a stream told ${event} ${JSON.stringify(data)?.slice(0, 500)}`)
}
