import { type JsonHandler, JsonScanner } from '@parlance/formats'

const nobody = () => {}
const DEAF: JsonHandler = { beginObject: nobody, beginArray: nobody, end: nobody, name: nobody, scalar: nobody }

/** Where a text stops being JSON, and by what. The engine's own words name a place for some mistakes only. */
export function faultInJson(text: string): string {
  const scanner = new JsonScanner(text, DEAF)
  try {
    while (scanner.advance());
  } catch (error) {
    return `${placeOf(text, scanner.position)}: ${whatStands(text, scanner.position, error as Error)}`
  }
  // The two would have to disagree.
  return 'it cannot be read.'
}

function placeOf(text: string, at: number): string {
  const before = text.slice(0, at)
  const lines = before.split('\n')
  return `line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`
}

function whatStands(text: string, at: number, { message }: Error): string {
  const found = text[at]
  if (found === undefined) return 'it ends too early.'
  const [, before] = /(\S)\s*$/.exec(text.slice(0, at)) ?? []
  if (before === ',' && (found === '}' || found === ']'))
    return `after a comma something must follow, not \`${found}\`.`
  if (found === "'") return 'names and texts stand in double quotation marks, not in single ones.'
  if (/^Unexpected/.test(message)) return `${JSON.stringify(found)} cannot stand here.`
  return `${message}.`
}
