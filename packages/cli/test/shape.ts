import assert from 'node:assert/strict'
import type { Document } from './program.ts'

/** Names and types of something, to the last field: of a list, those of all its items, which must be alike. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) {
    const shapes = new Map(value.map((item) => [JSON.stringify(shapeOf(item)), shapeOf(item)]))
    return [...shapes.values()]
  }
  if (typeof value !== 'object') return typeof value
  if (value === null) return null
  const members = Object.entries(value).map(([name, member]) => [name, shapeOf(member)] as const)
  return Object.fromEntries(members.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** A value that is an example stands for its shape: `''`, 0, false, null, `{}` with fields, and lists of one of each shape. */
export const assertShape = (value: unknown, example: unknown, what: string) =>
  assert.deepEqual(shapeOf(value), shapeOf(example), what)

const TOLD = ['code', 'message', 'file', 'line', 'column', 'namespace', 'locale', 'key']

/** What stands around every result. */
export function assertDocument(document: Document<unknown>, command: string | null): void {
  assert.deepEqual(Object.keys(document), ['command', 'ok', 'exitCode', 'result', 'warnings', 'errors'])
  assert.equal(document.command, command)
  assert.equal(document.ok, document.exitCode === 0)
  for (const told of [...document.warnings, ...document.errors])
    for (const [name, value] of Object.entries(told)) {
      assert.ok(TOLD.includes(name), `${name} of ${JSON.stringify(told)}`)
      assert.equal(typeof value, name === 'line' || name === 'column' ? 'number' : 'string')
    }
  // The answer alone may be no: then nothing is wrong.
  if (document.exitCode > 1) assert.ok(document.errors.length > 0)
}
