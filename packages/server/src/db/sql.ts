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

  constructor(strings: TemplateStringsArray, parts: readonly unknown[], types?: Types) {
    this.strings = strings
    this.parts = parts
    this.types = types
  }
}

export const sql = (strings: TemplateStringsArray, ...parts: unknown[]) => new Sql(strings, parts)

export const nothing = sql``

/** The same statement, but its columns are read by other types than usual. */
export const readAs = (types: Types, { strings, parts }: Sql) => new Sql(strings, parts, types)

export interface Statement {
  name: string
  text: string
  values: unknown[]
  types?: Types
}

// A statement is prepared once per connection under a name. The texts of a program are few, so the map stays small.
const names = new Map<string, string>()

export function compile(query: Sql): Statement {
  const values: unknown[] = []
  const text = append(query, values)
  let name = names.get(text)
  if (name === undefined) {
    name = `s${names.size}`
    names.set(text, name)
  }
  return query.types ? { name, text, values, types: query.types } : { name, text, values }
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
