import type { TSchema } from 'typebox'

interface Field {
  type?: string
  items?: Field
}

/**
 * Query strings know only text. Each field the contract names is read as its type; what does not read as it stays text
 * and fails validation. Lists come repeated (`a=1&a=2`), with commas (`a=1,2`), or both. Other parameters are ignored.
 */
export function readQuery(
  schema: TSchema,
  raw: Record<string, string | string[] | undefined>,
): Record<string, unknown> {
  const { properties } = schema as unknown as { properties: Record<string, Field> }
  const query: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(properties)) {
    const given = raw[name]
    if (given === undefined) continue
    if (field.type === 'array') query[name] = readList(field.items ?? {}, given)
    else query[name] = typeof given === 'string' ? readScalar(field, given) : given
  }
  return query
}

const readList = (items: Field, given: string | string[]) =>
  [given]
    .flat()
    .flatMap(itemsOf)
    .map((text) => readScalar(items, text))

/** What stands between commas, the empty left out. `\,` is a comma of the value and `\\` a backslash. */
const itemsOf = (text: string) =>
  (text.match(/(?:\\[\\,]|[^,])+/g) ?? []).map((item) => item.replaceAll(/\\([\\,])/g, '$1'))

function readScalar({ type }: Field, text: string): unknown {
  if (type === 'integer') return /^-?\d+$/.test(text) ? Number(text) : text
  if (type === 'number') return /^-?(\d+(\.\d*)?|\.\d+)$/.test(text) ? Number(text) : text
  if (type === 'boolean')
    return text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : text
  return text
}
