import type { IsWide } from '@parlance/contract'
import type { TSchema } from 'typebox'
import { setMember, WideMap } from '../json/wide-map.ts'
import { inTurns } from '../turns.ts'
import type { AnySchema, Path } from './any-schema.ts'
import type { Fault } from './errors.ts'
import { crowdedSentence } from './field-sentences.ts'
import {
  assertValid,
  failureOfName,
  firstFailure,
  isMissingAll,
  isObject,
  meantBranch,
  missing,
  nothingSent,
  refusal,
  validator,
  wrong,
} from './validation.ts'

/** A body as handlers get it: what the contract calls a wide map is one, however few names it has. */
export type Received<T> = T extends unknown
  ? IsWide<T> extends true
    ? WideMap<Received<T[string & keyof T]>>
    : T extends object
      ? { [Name in keyof T]: Received<T[Name]> }
      : T
  : never

/** Checks a body, or throws its refusal. */
export function receive(schema: TSchema, body: unknown): unknown {
  assertValid(schema, body)
  return widened(schema, body)
}

/** Only the few schemas that have wide maps are looked through for each request. */
const withWideMaps = new WeakMap<AnySchema, boolean>()
function hasWideMaps(schema: AnySchema): boolean {
  let has = withWideMaps.get(schema)
  if (has === undefined) {
    const { properties = {}, items } = schema
    has =
      schema['x-wide'] === true || Object.values(properties).some(hasWideMaps) || (items ? hasWideMaps(items) : false)
    withWideMaps.set(schema, has)
  }
  return has
}

function widened(schema: AnySchema, value: unknown): unknown {
  if (!hasWideMaps(schema)) return value
  const { properties, additionalProperties: members, items } = schema
  if (items && Array.isArray(value)) return value.map((item) => widened(items, item))
  if (!isObject(value)) return value
  for (const [name, field] of Object.entries(properties ?? {}))
    if (Object.hasOwn(value, name)) value[name] = widened(field, value[name])
  if (members && hasWideMaps(members))
    for (const name of Object.keys(value)) setMember(value, name, widened(members, value[name]))
  return schema['x-wide'] ? new WideMap(value) : value
}

/** The same for what is too large to be looked at at once, in which objects of many names are wide maps already. */
export async function receiveLarge(schema: TSchema, body: unknown): Promise<unknown> {
  const received = declared(schema, body)
  if (isMissingAll(schema, received)) throw nothingSent(schema)
  const walk = walkThrough(schema, received, [])
  let failure: Fault | undefined
  // One part at a time: it may be a text of megabytes, and looking at the clock is cheap beside any check.
  await inTurns(() => {
    const { done, value: found } = walk.next()
    failure = found ?? undefined
    return !done && !found
  })
  if (failure) throw failure
  return received
}

/** What a handler expects in this place: a wide map where the contract has one, an object with its fields elsewhere. */
function declared(given: AnySchema, value: unknown): unknown {
  const schema = branchFor(given, value)
  if (value instanceof WideMap) return schema.properties ? fieldsOf(schema.properties, value) : value
  return schema['x-wide'] && isObject(value) ? new WideMap(value) : value
}

/** Among thousands of names that nobody asked for there may be the fields. */
function fieldsOf(properties: Record<string, AnySchema>, map: WideMap<unknown>): Record<string, unknown> {
  const object: Record<string, unknown> = {}
  for (const name of Object.keys(properties)) {
    const member = map.get(name)
    if (member !== undefined) object[name] = member
  }
  return object
}

const branchFor = (schema: AnySchema, value: unknown): AnySchema =>
  (schema.anyOf && meantBranch(schema.anyOf, value)) ?? schema

/** Stops at each part that is checked as a whole, and puts what is declared in the place of what came. */
function* walkThrough(given: AnySchema, value: unknown, path: Path): Generator<Fault | undefined, void, void> {
  const schema = branchFor(given, value)
  const { properties, additionalProperties: members, items } = schema
  // Beyond the wide maps, nothing takes so many names.
  if (value instanceof WideMap && !schema['x-wide']) yield refusal('validationError', path, crowdedSentence(path))
  else if (schema['x-whole']) yield firstFailure(schema, value, path)
  else if (properties && isObject(value)) {
    yield* walkThroughFields(schema, value, path)
    yield failureOfFrame(schema, value, path)
  } else if (members && isObject(value)) {
    for (const [name, member] of value instanceof WideMap ? value : Object.entries(value)) {
      yield failureOfName(schema, name, path)
      const received = declared(members, member)
      if (received !== member) put(value, name, received)
      yield* walkThrough(members, received, [...path, name])
    }
    yield failureOfFrame(schema, value, path)
  } else if (items && Array.isArray(value)) {
    for (const [at, item] of value.entries()) {
      value[at] = declared(items, item)
      yield* walkThrough(items, value[at], [...path, at])
    }
    yield failureOfFrame(schema, value, path)
  } else {
    yield firstFailure(schema, value, path)
  }
}

function put(map: Record<string, unknown> | WideMap<unknown>, name: string, member: unknown): void {
  if (map instanceof WideMap) map.set(name, member)
  else setMember(map, name, member)
}

function* walkThroughFields({ properties = {}, required }: AnySchema, object: Record<string, unknown>, path: Path) {
  for (const [name, field] of Object.entries(properties)) {
    const isPresent = Object.hasOwn(object, name)
    if (!isPresent && required?.includes(name)) yield missing(field, [...path, name])
    if (!isPresent) continue
    setMember(object, name, declared(field, object[name]))
    yield* walkThrough(field, object[name], [...path, name])
  }
}

const frames = new WeakMap<AnySchema, AnySchema>()

/** What a schema asks of the whole, such as the number of its parts, when each part was checked. */
function failureOfFrame(schema: AnySchema, value: unknown, path: Path): Fault | undefined {
  let frame = frames.get(schema)
  if (!frame) {
    const { properties, additionalProperties, propertyNames, items, ...rest } = schema
    frame = rest
    frames.set(schema, frame)
  }
  return validator(frame)(value) ? undefined : wrong(schema, value, path)
}
