import type { Entry } from '../entry.ts'
import type { Fault } from '../entry-fault.ts'
import type { WriteOptions } from '../format.ts'
import type { NewMember } from '../json/json-draft.ts'
import { isScalar, type JsonNode } from '../json/json-tree.ts'
import { aboutEntry } from '../json/told-data.ts'
import type { Tell } from '../json/told-entries.ts'
import { type ToldText, toldText } from '../json/told-text.ts'
import { inTurns } from '../steps.ts'
import { nameOfKey } from '../stored-key.ts'

export const FAMILY = 'arb'
export const LOCALE = '@@locale'
const SIGN = '@'

/** The texts of a file with what stands about each of them under `@` and its name. What is none of this is told. */
export function* resourcesIn(root: JsonNode, tell: Tell): Generator<ToldText | undefined, void, void> {
  const { members = [] } = root
  const abouts = new Map<string, JsonNode>()
  const names = new Set<string>()
  for (const member of inTurns(members)) {
    if (!member) yield undefined
    else if (isAbout(member.name)) abouts.set(member.name, member)
    else if (isScalar(member)) names.add(member.name)
  }
  for (const member of inTurns(members)) {
    if (!member) yield undefined
    else if (!member.name.startsWith(SIGN) && isScalar(member))
      yield toldText(member.name, member, aboutOf(abouts, member.name))
    else if (isLost(member, names)) tell('warning', member.name, LOST, member.start)
  }
}

const LOST: Fault = ['unsupported_entry', 'It is no text, and no object about one']

const isLost = ({ name, type }: JsonNode, names: ReadonlySet<string>) =>
  isAbout(name) ? type !== 'object' || !names.has(name.slice(SIGN.length)) : !name.startsWith(SIGN)

/** What begins with two signs is about the file. */
const isAbout = (name: string) => name.startsWith(SIGN) && !name.startsWith(SIGN + SIGN)

function aboutOf(abouts: ReadonlyMap<string, JsonNode>, name: string): JsonNode | undefined {
  const about = abouts.get(SIGN + name)
  return about?.type === 'object' ? about : undefined
}

export const localeIn = ({ members = [] }: JsonNode): string | undefined =>
  members.find(({ name, type }) => name === LOCALE && type === 'string')?.text.replaceAll('_', '-')

/** As the language of a file is written in it. */
export const spelledLocale = (locale: string) => locale.replaceAll('-', '_')

const NAME = /^[A-Za-z_$][\w$]*$/

/** What a file says about an entry that is new in it; undefined where it cannot hold the name. */
export function membersOf(entry: Entry, options: WriteOptions): [NewMember, ...NewMember[]] | undefined {
  const { key, value, formatData } = entry
  const name = nameOfKey(key, formatData, FAMILY)
  if (!NAME.test(name)) {
    const message = 'Left out: a name is letters, digits, _ and $, and does not begin with a digit.'
    options.remark?.({ severity: 'warning', code: 'key_not_representable', key, message })
    return undefined
  }
  if (!hasAbouts(options)) return [[name, value]]
  const about = aboutEntry(entry, FAMILY)
  return about.length === 0
    ? [[name, value]]
    : [
        [name, value],
        [SIGN + name, Object.fromEntries(about)],
      ]
}

/** Programs look for it in the file of the source language. Where that is unknown, any may be it. */
const hasAbouts = ({ locale, sourceLocale = locale, options }: WriteOptions) =>
  locale === sourceLocale || options?.['metadata'] === 'all'
