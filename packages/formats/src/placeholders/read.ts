import { placeholdersIn } from '@parlance/checks'
import type { Syntax } from '@parlance/contract/syntaxes'
import type { Column } from './columns.ts'
import { MOST_POSITIONS } from './positions.ts'
import { MOST_PLACEHOLDERS, type Style } from './text.ts'

/** A placeholder of another syntax: it has a name or a position, or neither where it can only be what is counted. */
export interface Token {
  name?: string
  position?: number
  style: Style
  spelled: string
  /** Whether it tells its position. */
  isNumbered: boolean
}

export type Part = string | Token

/** Undefined: something in it cannot be converted. Text stands there as written. */
export function readText(text: string, syntax: Exclude<Syntax, 'icu'>, column: Column): Part[] | undefined {
  const parts: Part[] = []
  let at = 0
  const found = placeholdersIn(text, syntax)
  if (found.length > MOST_PLACEHOLDERS) return undefined
  for (const { name, spelled, start, end } of found) {
    const token = tokenOf(name, spelled, column)
    if (!token) return undefined
    parts.push(text.slice(at, start), token)
    at = end
  }
  parts.push(text.slice(at))
  return isWhole(parts, column) ? parts : undefined
}

const IDENTIFIER = /^[^\p{White_Space}\p{Pattern_Syntax}]+$/u

function tokenOf(found: string, spelled: string, column: Column): Token | undefined {
  const { pattern, first } = column
  const groups = pattern.exec(spelled)?.groups
  const style = groups && styleOf(groups, column)
  if (!style) return undefined
  const name = groups['name'] ?? groups['other']
  const base = { style, spelled, isNumbered: groups['at'] !== undefined }
  if (base.style === 'count') return base
  if (name !== undefined) return IDENTIFIER.test(name) ? { ...base, name } : undefined
  const position = Number(groups['at'] ?? found) + 1 - first
  return position >= 1 && position <= MOST_POSITIONS ? { ...base, position } : undefined
}

/** Undefined: it is no placeholder of this syntax. */
export function styleOfToken(spelled: string, column: Column): Style | undefined {
  const groups = column.pattern.exec(spelled)?.groups
  return groups && styleOf(groups, column)
}

function styleOf(groups: Record<string, string | undefined>, { ownStyles }: Column): Style | undefined {
  if (groups['own'] !== undefined) return ownStyles?.get(groups['own'])
  if (groups['count'] !== undefined) return 'count'
  if (groups['number'] !== undefined) return 'number'
  return groups['decimal'] === undefined ? 'plain' : 'decimal'
}

/** Programs differ in what comes next behind a position that was told, so both kinds do not stand together. */
function isWhole(parts: readonly Part[], { foreign }: Column): boolean {
  const kinds = new Set<boolean>()
  for (const part of parts) {
    if (typeof part === 'string') {
      if (foreign?.test(part.replaceAll('%%', ' '))) return false
    } else if (part.position !== undefined) kinds.add(part.isNumbered)
  }
  return kinds.size < 2
}

/** A text without what is doubled only because placeholders stand beside it; undefined for a brace that is alone. */
export function undoubled(text: string, { doubled }: Column): string | undefined {
  if (doubled === '%') return text.replaceAll('%%', '%')
  if (doubled === '') return text
  if (/[{}]/.test(text.replaceAll(/\{\{|\}\}/g, ''))) return undefined
  return text.replaceAll('{{', '{').replaceAll('}}', '}')
}

export function doubledIn(text: string, { doubled }: Column): string {
  if (doubled === '%') return text.replaceAll('%', '%%')
  return doubled === '' ? text : text.replaceAll(/[{}]/g, '$&$&')
}
