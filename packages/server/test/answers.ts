import assert from 'node:assert/strict'
import { type Entry, type ErrorShape, errors, rawTypesOf, type Situation, situationsOf } from '@parlance/contract'
import { assertDescribed } from './described.ts'

/** What an answer says: JSON read, a text as it is, any other file as its bytes. */
export function readAnswer(entry: Entry | undefined, status: number, bytes: Buffer): unknown {
  const types = rawTypesOf(entry?.responses[status as keyof Entry['responses']])
  if (types?.includes('application/zip')) return bytes
  if (types !== undefined) return bytes.toString()
  return bytes.length === 0 ? undefined : JSON.parse(bytes.toString())
}

/** And in every test an answer comes in a type that the contract names. Refusals are JSON. */
export function assertType(entry: Entry, status: number, header: unknown): void {
  const answer = entry.responses[status as keyof Entry['responses']]
  if (answer === null) return
  const type = String(header).split(';', 1)[0] ?? ''
  const types = rawTypesOf(answer) ?? ['application/json']
  assert.ok(
    types.includes(type) || types.includes('*/*'),
    `${entry.name} answered ${status} as ${header}, and may as ${types.join(' or ')}`,
  )
}

/** Every answer in every test is one that the contract describes, with no field more. */
export function assertAnswer(entry: Entry, status: number, body: unknown): void {
  const where = `${entry.name} answered ${status} ${JSON.stringify(body)?.slice(0, 500)}`
  if (status in entry.responses) {
    const schema = entry.responses[status as keyof typeof entry.responses]
    assertBody(schema, Buffer.isBuffer(body) ? body.toString() : body, where)
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
  assertDescribed(schema, body, where)
}

function matches(situation: Situation, status: number, body: unknown): boolean {
  const shape: ErrorShape = errors[situation]
  if (shape.status !== status || typeof body !== 'object' || body === null) return false
  const { code, message, meta, errors: told, ...rest } = body as Record<string, unknown>
  const said =
    shape.isDetailed && typeof message === 'string'
      ? message.startsWith(`${shape.message} `)
      : message === shape.message
  if (Object.keys(rest).length > 0 || code !== shape.code || !said) return false
  if (status !== 422) return told === undefined
  const field = (meta as { field?: unknown } | undefined)?.field
  const isNamed = situation === 'nothingSent' ? meta === undefined : typeof field === 'string'
  return isNamed && isExplained(told, field ?? 'body')
}

/** What is wrong with a field is told in a sentence of some words, which name no code. */
function isExplained(told: unknown, field: unknown): boolean {
  const [only, ...others] = Array.isArray(told) ? told : []
  const { field: named, message, ...more } = Object(only) as Record<string, unknown>
  const isSentence = typeof message === 'string' && /^\S+ .*\.$/s.test(message) && !/undefined|NaN/.test(message)
  return isSentence && named === field && others.length + Object.keys(more).length === 0
}
