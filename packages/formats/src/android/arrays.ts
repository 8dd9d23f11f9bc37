import type { Entry } from '../entry.ts'
import type { Block } from '../xml/new-siblings.ts'
import { arrayLines, lastOf, ownDataOf, resourceLines, resourceName, type Style } from './blocks.ts'

const MEMBER = /^(.+)\.(0|[1-9]\d{0,5})$/s

export function memberOf(name: string): { list: string; place: number } | undefined {
  const [, list, place] = MEMBER.exec(name) ?? []
  return list === undefined ? undefined : { list, place: Number(place) }
}

/**
 * Makes resources of entries, which come sorted. Members of a list wait until all of them are there: what begins with its
 * name and a dot follows one another.
 */
export class Blocks {
  readonly #style: Style
  /** Whether members 0 to n-1 of anything are a list; otherwise only what was one when it was read. */
  readonly #areLists: boolean
  #list: { name: string; members: Map<number, Entry>; wasList: boolean } | undefined

  constructor(style: Style, areLists: boolean) {
    this.#style = style
    this.#areLists = areLists
  }

  add(entry: Entry): Block[] {
    const name = resourceName(entry, this.#style)
    if (name === undefined) return []
    const blocks = this.#list && !name.startsWith(`${this.#list.name}.`) ? this.end() : []
    const member = entry.isPlural ? undefined : memberOf(name)
    const wasList = ownDataOf(entry).array === true
    // What has the name of a list in that of a member of another one is no list.
    const isInAnother = this.#list !== undefined && this.#list.name !== member?.list
    if (!member || isInAnother || !(wasList || this.#areLists)) return [...blocks, this.#block(entry, name)]
    this.#list ??= { name: member.list, members: new Map(), wasList }
    this.#list.members.set(member.place, entry)
    this.#list.wasList ||= wasList
    return blocks
  }

  end(): Block[] {
    const list = this.#list
    if (!list) return []
    this.#list = undefined
    const { name, members, wasList } = list
    const isWhole = Array.from({ length: members.size }, (_, place) => members.has(place)).every(Boolean)
    const isReasonable = lastOf(members) < members.size * 2 + 64
    if (isWhole || (wasList && isReasonable)) return [{ name, lines: arrayLines(name, members, this.#style) }]
    return [...members].map(([place, entry]) => this.#block(entry, `${name}.${place}`))
  }

  #block(entry: Entry, name: string): Block {
    return { name, lines: resourceLines(entry, name, this.#style) }
  }
}
