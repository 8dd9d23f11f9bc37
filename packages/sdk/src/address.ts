type Value = string | number | boolean

/** What addresses are filled with: a list is repeated, and what is undefined is not sent. */
export type QueryValues = Record<string, Value | readonly Value[] | undefined>

export function addressOf(
  baseUrl: string | URL,
  path: string,
  params: Record<string, Value>,
  query: QueryValues,
): string {
  return `${String(baseUrl).replace(/\/+$/, '')}/v1${filled(path, params)}${search(query)}`
}

const filled = (path: string, params: Record<string, Value>) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segment(name, params[name]))

/**
 * What addresses cannot carry is refused here: a segment that is empty or made of dots, also of encoded ones, is taken
 * out of every address before it is sent, and what is left would be another route.
 */
function segment(name: string, value: Value | undefined): string {
  const text = String(value ?? '')
  if (/^\.{0,2}$/.test(text)) throw new TypeError(`No address can hold "${text}" as its ${name}`)
  return encodeURIComponent(text)
}

/** Lists are repeated. Inside of one, the service reads a comma as the end of a value unless a backslash is before it. */
function search(query: QueryValues): string {
  const pairs = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value)) for (const item of value) pairs.append(name, String(item).replaceAll(/[\\,]/g, '\\$&'))
    else if (value !== undefined) pairs.append(name, String(value))
  }
  return String(pairs) === '' ? '' : `?${pairs}`
}
