import { limits } from '@parlance/contract/limits'
import type { Entry } from '../entry.ts'
import { shownKey } from '../entry-fault.ts'
import type { JsonNode } from '../json/json-tree.ts'
import { type CatalogKey, MANUAL } from './catalog.ts'
import { restOfDevices } from './units.ts'

/** What only string catalogs can say of a key. */
export interface AppleData {
  /** The whole name, where that is too long for a key. */
  name?: string
  /** Left out: the key was made by hand. Null: the file does not say it, because Xcode finds the key in the code. */
  extractionState?: string | null
  /** Whatever else is said of the key. */
  more?: Readonly<Record<string, unknown>>
  /** By language, all of a localization but the texts that are its value. */
  localizations?: Readonly<Record<string, unknown>>
}

/** More than that cannot be stored: what is longer is not even looked at to its end. */
class Room {
  #left: number

  constructor(size: number) {
    this.#left = size
  }

  /** False as soon as there is none. */
  take(size: number): boolean {
    this.#left -= size
    return this.#left >= 0
  }

  get isUsedUp(): boolean {
    return this.#left < 0
  }
}

const KNOWN = new Set(['comment', 'extractionState', 'localizations', 'shouldTranslate'])

/** All that a file says of a key; whether that is all of it tells the second part of the answer. */
export function dataOf({ node, key, extractionState, localizations }: CatalogKey): [data: AppleData, isWhole: boolean] {
  const room = new Room(limits.formatData)
  const more = entriesIn(node.members ?? [], room, (member) =>
    KNOWN.has(member.name) ? undefined : plainOf(member, room),
  )
  const isMoreWhole = !room.isUsedUp
  const inLanguages = entriesIn(localizations, room, (member) => partBesideTexts(member, room))
  const data = {
    ...(key === node.name ? {} : { name: node.name }),
    ...(extractionState === MANUAL
      ? {}
      : { extractionState: extractionState === undefined ? null : shownKey(extractionState) }),
    ...(more && isMoreWhole ? { more } : {}),
    ...(inLanguages && !room.isUsedUp ? { localizations: inLanguages } : {}),
  }
  return [data, !room.isUsedUp]
}

/** Undefined where nothing is left. */
function entriesIn(
  members: readonly JsonNode[],
  room: Room,
  keptOf: (member: JsonNode) => unknown,
): Record<string, unknown> | undefined {
  const found: [string, unknown][] = []
  for (const member of members) {
    const value = member.isTwice ? undefined : keptOf(member)
    if (room.isUsedUp) break
    if (value !== undefined && room.take(member.name.length)) found.push([shownKey(member.name), value])
  }
  return found.length > 0 ? Object.fromEntries(found) : undefined
}

/** All of a localization but its texts. */
export const besideTexts = (localization: JsonNode) => partBesideTexts(localization, new Room(Infinity))

function partBesideTexts({ members = [] }: JsonNode, room: Room): Record<string, unknown> | undefined {
  return entriesIn(members, room, (member) => {
    if (member.name === 'stringUnit') return undefined
    return member.name === 'variations' && member.type === 'object'
      ? besideVariedTexts(member, room)
      : plainOf(member, room)
  })
}

function besideVariedTexts({ members = [] }: JsonNode, room: Room): Record<string, unknown> | undefined {
  return entriesIn(members, room, (member) => {
    if (member.name === 'plural') return entriesIn(member.members ?? [], room, (form) => partBesideTexts(form, room))
    if (member.name !== 'device') return plainOf(member, room)
    const rest = restOfDevices(member)
    return entriesIn(member.members ?? [], room, (device) =>
      device === rest ? partBesideTexts(device, room) : plainOf(device, room),
    )
  })
}

function plainOf(node: JsonNode, room: Room): unknown {
  if (!room.take(node.text.length + 4)) return undefined
  switch (node.type) {
    case 'object':
      return entriesIn(node.members ?? [], room, (member) => plainOf(member, room)) ?? {}
    case 'array':
      return listOf(node.members ?? [], room)
    case 'string':
      return shownKey(node.text)
    default:
      return JSON.parse(node.text)
  }
}

function listOf(members: readonly JsonNode[], room: Room): unknown[] {
  const list: unknown[] = []
  for (const member of members) {
    if (room.isUsedUp) break
    list.push(plainOf(member, room))
  }
  return list
}

export type Members = Readonly<Record<string, unknown>>

export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A member of what was stored. Anyone may have written it, in any form. */
export function membersIn(of: Members | undefined, name: string): Members | undefined {
  const value = of && Object.hasOwn(of, name) ? of[name] : undefined
  return isMembers(value) ? value : undefined
}

/** What a file is to say of a key, as it is stored. */
export function storedData(formatData: Entry['formatData']) {
  const own = membersIn(formatData, 'apple') ?? {}
  const state = Object.hasOwn(own, 'extractionState') ? own['extractionState'] : MANUAL
  return {
    extractionState: typeof state === 'string' ? state : state === null ? undefined : MANUAL,
    more: membersIn(own, 'more') ?? {},
    localizations: membersIn(own, 'localizations') ?? {},
  }
}
