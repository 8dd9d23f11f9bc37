import { limits } from '@parlance/contract/limits'
import type { Entry } from '../entry.ts'
import { shownKey } from '../entry-fault.ts'
import { fittingData } from '../fitting-data.ts'
import { nameOfKey } from '../stored-key.ts'
import type { NewValue } from './json-style.ts'
import type { JsonNode } from './json-tree.ts'
import type { ToldText } from './told-text.ts'

/** Longer data does not fit, however much of it is white space. */
const LONGEST = 8 * limits.formatData

interface ToldData {
  data: Readonly<Record<string, unknown>>
  /** Whether that is all that the file says. */
  isWhole: boolean
}

/** The text that an object has as a description; undefined where that is anything else. */
export const descriptionIn = (about: JsonNode | undefined): JsonNode | undefined =>
  about?.members?.find(({ name, type }) => name === 'description' && type === 'string')

/** What a file says about a text beside its description, as it can be stored. */
export function toldData({ name, node, about }: ToldText, family: string): ToldData {
  const named = name === undefined ? {} : { name }
  const elsewhere = [node, descriptionIn(about)]
  const said = (about?.members ?? []).filter((member) => !elsewhere.includes(member))
  if (said.reduce((length, { start, to }) => length + to - start, 0) > LONGEST)
    return { data: fittingData(family, named), isWhole: false }
  const whole = { ...Object.fromEntries(said.map((member) => [shownKey(member.name), stored(member)])), ...named }
  const data = fittingData(family, whole)
  return { data, isWhole: Object.keys(data).length === Object.keys(whole).length }
}

function stored({ type, text, members = [] }: JsonNode): unknown {
  if (type === 'object') return Object.fromEntries(members.map((member) => [shownKey(member.name), stored(member)]))
  if (type === 'array') return members.map(stored)
  return type === 'string' ? shownKey(text) : JSON.parse(text)
}

/**
 * What files of a family say about an entry: its description, and what its key says for them alone. Anyone may have
 * written that, in any form; `others` have a place of their own.
 */
export function aboutEntry(entry: Entry, family: string, ...others: string[]): [name: string, value: NewValue][] {
  const { key, description, formatData } = entry
  const own = formatData && Object.hasOwn(formatData, family) ? formatData[family] : undefined
  const data = typeof own === 'object' && own !== null && !Array.isArray(own) ? Object.entries(own) : []
  const elsewhere = ['description', ...others, ...(nameOfKey(key, formatData, family) === key ? [] : ['name'])]
  const told = data.filter(([name]) => !elsewhere.includes(name))
  return description === undefined ? told : [['description', description], ...told]
}
