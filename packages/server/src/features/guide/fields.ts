import { html, type Markup, prose } from './html.ts'
import { nameOf, type Parameter, type Reference, resolved, type Schema } from './reference.ts'

/** How deep fields are shown within fields; beyond that a component has a page of its own. */
const DEEPEST = 4

/** The fields of an object, of what a list holds, or of each kind of object that it may be. */
export function fieldsOf(reference: Reference, given: Schema, depth = 0): Markup | undefined {
  const schema = resolved(reference, given)
  const inner = depth > 0 && given.$ref !== undefined ? undefined : withFields(reference, schema)
  if (!inner || depth > DEEPEST) return undefined
  if (inner.anyOf) {
    const kinds = inner.anyOf.flatMap((branch) => fieldsOf(reference, branch, depth) ?? [])
    return kinds.length === 0 ? undefined : html`${kinds.map((kind, at) => html`${at > 0 && html`<p>or</p>`}${kind}`)}`
  }
  const { properties = {}, required = [] } = inner
  return html`<dl class="fields">${Object.entries(properties).map(
    ([name, field]) => html`
      <dt><code>${name}</code> <span class="type">${typeOf(field)}</span>${required.includes(name) && html` <b>required</b>`}</dt>
      <dd>${about(reference, field)}${fieldsOf(reference, field, depth + 1)}</dd>`,
  )}</dl>`
}

/** The object in a schema, through lists, maps and what may be null. */
function withFields(reference: Reference, schema: Schema): Schema | undefined {
  if (schema.properties) return schema
  const { items, additionalProperties: members, anyOf } = schema
  const next = items ?? (typeof members === 'object' ? members : undefined)
  if (next) return next.$ref ? undefined : withFields(reference, next)
  const objects = anyOf?.filter(({ type }) => type !== 'null') ?? []
  if (objects.length > 1)
    return objects.some(({ properties, $ref }) => properties ?? $ref) ? { anyOf: objects } : undefined
  return objects[0] && !objects[0].$ref ? withFields(reference, objects[0]) : undefined
}

function about(reference: Reference, field: Schema): Markup {
  const text = field.description ?? resolved(reference, field).description
  const standard =
    field.default === undefined ? undefined : html` <code>${JSON.stringify(field.default)}</code> where it is left out.`
  return html`${text !== undefined && prose(text)}${standard}`
}

export const parametersOf = (parameters: readonly Parameter[]) =>
  html`<dl class="fields">${parameters.map(
    ({ name, schema, required, description }) => html`
      <dt><code>${name}</code> <span class="type">${typeOf(schema)}</span>${required && html` <b>required</b>`}</dt>
      <dd>${prose(description)}${schema.default !== undefined && html` <code>${JSON.stringify(schema.default)}</code> where it is left out.`}</dd>`,
  )}</dl>`

/** What a value may be, in a few words. */
export function typeOf(schema: Schema): Markup {
  const { $ref, anyOf, allOf, enum: choices, const: only, items, additionalProperties: members } = schema
  if ($ref !== undefined) return html`<a href="/docs/schemas/${nameOf($ref)}">${nameOf($ref)}</a>`
  if (anyOf) return html`${anyOf.map((branch, at) => html`${at > 0 && ' or '}${typeOf(branch)}`)}`
  if (allOf?.[0]) return typeOf(allOf[0])
  if (choices) return html`${choices.map((choice, at) => html`${at > 0 && ', '}<code>${String(choice)}</code>`)}`
  if (only !== undefined) return html`<code>${JSON.stringify(only)}</code>`
  if (items) return html`list of ${typeOf(items)}${inBrackets(range(schema.minItems, schema.maxItems))}`
  if (typeof members === 'object') return html`map to ${typeOf(members)}`
  return html`${plainType(schema)}`
}

const inBrackets = (range: string) => (range === '' ? '' : ` (${range.replace(', ', '')})`)

function plainType({ type, format, pattern, ...limits }: Schema): string {
  if (type === 'string') {
    const length = range(limits.minLength, limits.maxLength)
    return `${{ 'date-time': 'time', email: 'email' }[format ?? ''] ?? 'text'}${length && `${length} characters`}${pattern ? ` like ${pattern}` : ''}`
  }
  if (type === 'integer' || type === 'number')
    return `${type === 'integer' ? 'whole number' : 'number'}${range(limits.minimum, limits.maximum)}`
  return { boolean: 'true or false', null: 'null', object: 'object' }[type ?? ''] ?? 'anything'
}

/** Where JavaScript stops counting exactly is no limit that anybody has to know, and neither is one as the least id. */
function range(least?: number, most?: number): string {
  const shown = (value: number) => value.toLocaleString('en')
  if (most === undefined || most >= Number.MAX_SAFE_INTEGER)
    return least === undefined || least <= 1 ? '' : `, ${shown(least)} or more`
  return least === undefined ? `, at most ${shown(most)}` : `, ${shown(least)} to ${shown(most)}`
}
