import assert from 'node:assert/strict'
import { type Entry, type ErrorShape, errors, type Situation, situationsOf } from '@parlance/contract'
import { Ajv, type ValidateFunction } from 'ajv'

const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
const compiled = new Map<object, ValidateFunction>()

/** Every answer in every test is one that the contract describes, with no field more. */
export function assertAnswer(entry: Entry, status: number, body: unknown): void {
  const where = `${entry.name} answered ${status} ${JSON.stringify(body)?.slice(0, 500)}`
  if (status in entry.responses) {
    const schema = entry.responses[status as keyof typeof entry.responses]
    assertBody(schema, body, where)
    return
  }
  const described = situationsOf(entry).some((situation) => matches(situation, status, body))
  assert.ok(described, `${where}: not among the refusals of its contract entry`)
}

function assertBody(schema: object | null | undefined, body: unknown, where: string): void {
  if (!schema) {
    assert.equal(body, undefined, `${where}: no body is described`)
    return
  }
  const validate = compiled.get(schema) ?? ajv.compile(strict(schema) as object)
  compiled.set(schema, validate)
  assert.ok(validate(body), `${where}: ${ajv.errorsText(validate.errors)}`)
}

function matches(situation: Situation, status: number, body: unknown): boolean {
  const shape: ErrorShape = errors[situation]
  if (shape.status !== status || typeof body !== 'object' || body === null) return false
  const { code, message, meta, ...rest } = body as Record<string, unknown>
  const said =
    shape.isDetailed && typeof message === 'string'
      ? message.startsWith(`${shape.message} `)
      : message === shape.message
  if (Object.keys(rest).length > 0 || code !== shape.code || !said) return false
  if (situation === 'nothingSent') return meta === undefined
  return status === 422 ? typeof (meta as { field?: unknown })?.field === 'string' : true
}

/** The schema with every object closed. Maps stay open: their names are data. */
function strict(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strict)
  if (typeof schema !== 'object' || schema === null) return schema
  const copy = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, strict(part)]))
  return 'properties' in copy ? { ...copy, additionalProperties: false } : copy
}
