import type { CustomTypesConfig as Types } from 'pg'

/**
 * SQL in place: values become parameters, fragments nest.
 *
 *   sql`select id from keys where project_id = ${projectId} ${onlyLiving}`
 */
export class Sql {
  readonly strings: TemplateStringsArray
  readonly parts: readonly unknown[]
  readonly types: Types | undefined
  readonly isPrepared: boolean

  constructor(strings: TemplateStringsArray, parts: readonly unknown[], types?: Types, isPrepared = true) {
    this.strings = strings
    this.parts = parts
    this.types = types
    this.isPrepared = isPrepared
  }
}

export const sql = (strings: TemplateStringsArray, ...parts: unknown[]) => new Sql(strings, parts)

export const nothing = sql``

/** The same statement, but its columns are read by other types than usual. */
export const readAs = (types: Types, { strings, parts, isPrepared }: Sql) => new Sql(strings, parts, types, isPrepared)

/**
 * The same statement, but nobody keeps it: it is planned anew each time, for the values it is sent with. For those put
 * together of so many parts that there would be thousands of texts, which each connection would keep for good.
 */
export const unprepared = ({ strings, parts, types }: Sql) => new Sql(strings, parts, types, false)

export interface Statement {
  /** Undefined: it is not prepared. */
  name?: string
  text: string
  values: unknown[]
  types?: Types
}

// A statement is prepared once per connection under a name. The texts of a program are few, so the map stays small; where
// they are not, see `unprepared`.
const names = new Map<string, string>()

export function compile(query: Sql): Statement {
  const values: unknown[] = []
  const text = textOf(query, values)
  const statement = query.types ? { text, values, types: query.types } : { text, values }
  if (!query.isPrepared) return statement
  let name = names.get(text)
  if (name === undefined) {
    name = `s${names.size}`
    names.set(text, name)
  }
  return { name, ...statement }
}

// Where nothing but values is put in, a text follows from its place in the program. To put that of a single write together
// and look it up took 3 µs each time.
const flatTexts = new WeakMap<TemplateStringsArray, string>()

function textOf(query: Sql, values: unknown[]): string {
  if (query.parts.some((part) => part instanceof Sql)) return append(query, values)
  values.push(...query.parts)
  const known = flatTexts.get(query.strings)
  if (known !== undefined) return known
  const text = append(query, [])
  flatTexts.set(query.strings, text)
  return text
}

function append({ strings, parts }: Sql, values: unknown[]): string {
  let text = strings[0] as string
  for (const [at, part] of parts.entries()) {
    if (part instanceof Sql) text += append(part, values)
    else text += `$${values.push(part)}`
    text += strings[at + 1]
  }
  return text
}
