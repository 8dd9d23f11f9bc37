import { UnreadableFile } from '../remark.ts'

/** A file of an archive, as the directory at its end tells. */
export interface Member {
  /** With slashes between folders, as it is looked for. */
  name: string
  method: number
  flags: number
  crc: number
  packedSize: number
  size: number
  /** Where its own header begins. */
  from: number
  /** What the directory has of it. */
  listed: Uint8Array
}

export interface Archive {
  bytes: Uint8Array
  members: readonly Member[]
  /** Where the directory begins. */
  directory: number
  comment: Uint8Array
}

const END = 0x06054b50
const END_SIZE = 22
const END_64 = 0x06064b50
const LOCATOR_64 = 0x07064b50
const LOCATOR_SIZE = 20
const LISTED = 0x02014b50
const LISTED_SIZE = 46
const LONGEST_COMMENT = 0xffff
/** In a field of 32 bits: what belongs there stands elsewhere, in 64. */
const ELSEWHERE = 0xffffffff
const EXTRA_64 = 1
/** No workbook has so many parts. */
const MOST_MEMBERS = 10_000

const utf8 = new TextDecoder('utf-8')

/** What an archive says of its files. None of it is believed: whoever unpacks them looks for himself. */
export function readDirectory(bytes: Uint8Array): Archive {
  const view = viewOf(bytes)
  const end = endOf(view)
  if (end === undefined) throw damaged()
  const { count, directory } = placeOf(view, end)
  if (count > MOST_MEMBERS) throw new UnreadableFile('syntax_error', `An archive has at most ${MOST_MEMBERS} files`)
  const members: Member[] = []
  const names = new Set<string>()
  for (let at = directory, left = count; left > 0; left--) {
    const member = memberAt(bytes, view, at)
    if (names.has(member.name)) throw new UnreadableFile('syntax_error', 'The archive has two files of one name')
    names.add(member.name)
    members.push(member)
    at += member.listed.length
  }
  return { bytes, members, directory, comment: bytes.subarray(end + END_SIZE) }
}

export const damaged = () => new UnreadableFile('syntax_error', 'The archive is damaged')

export const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** The last place that looks like the end and has a comment that is as long as it says. */
function endOf(view: DataView): number | undefined {
  const last = view.byteLength - END_SIZE
  for (let at = last; at >= Math.max(0, last - LONGEST_COMMENT); at--)
    if (view.getUint32(at, true) === END && at + END_SIZE + view.getUint16(at + 20, true) === view.byteLength) return at
  return undefined
}

function placeOf(view: DataView, end: number): { count: number; directory: number } {
  const count = view.getUint16(end + 10, true)
  const directory = view.getUint32(end + 16, true)
  if (count !== 0xffff && directory !== ELSEWHERE) return { count, directory }
  const locator = end - LOCATOR_SIZE
  if (locator < 0 || view.getUint32(locator, true) !== LOCATOR_64) return { count, directory }
  const at = wideAt(view, locator + 8)
  if (at + 56 > view.byteLength || view.getUint32(at, true) !== END_64) throw damaged()
  return { count: wideAt(view, at + 32), directory: wideAt(view, at + 48) }
}

const wideAt = (view: DataView, at: number) => view.getUint32(at, true) + view.getUint32(at + 4, true) * 2 ** 32

function memberAt(bytes: Uint8Array, view: DataView, at: number): Member {
  if (at + LISTED_SIZE > bytes.length || view.getUint32(at, true) !== LISTED) throw damaged()
  const nameEnd = at + LISTED_SIZE + view.getUint16(at + 28, true)
  const extraEnd = nameEnd + view.getUint16(at + 30, true)
  const to = extraEnd + view.getUint16(at + 32, true)
  if (to > bytes.length) throw damaged()
  const sizes = {
    size: view.getUint32(at + 24, true),
    packedSize: view.getUint32(at + 20, true),
    from: view.getUint32(at + 42, true),
  }
  return {
    name: utf8.decode(bytes.subarray(at + LISTED_SIZE, nameEnd)).replaceAll('\\', '/'),
    flags: view.getUint16(at + 8, true),
    method: view.getUint16(at + 10, true),
    crc: view.getUint32(at + 16, true),
    ...wideSizes(view, nameEnd, extraEnd, sizes),
    listed: bytes.subarray(at, to),
  }
}

type Sizes = Pick<Member, 'size' | 'packedSize' | 'from'>

/** Some programs write all sizes as if files had thousands of megabytes. */
function wideSizes(view: DataView, from: number, to: number, sizes: Sizes): Sizes {
  for (const extra of extrasIn(view, from, to)) {
    if (extra.id !== EXTRA_64) continue
    let at = extra.from
    const next = (told: number) => {
      if (told !== ELSEWHERE || at + 8 > extra.to) return told
      at += 8
      return wideAt(view, at - 8)
    }
    return { size: next(sizes.size), packedSize: next(sizes.packedSize), from: next(sizes.from) }
  }
  return sizes
}

function* extrasIn(view: DataView, from: number, to: number) {
  for (let at = from; at + 4 <= to; ) {
    const end = at + 4 + view.getUint16(at + 2, true)
    if (end > to) return
    yield { id: view.getUint16(at, true), from: at + 4, to: end }
    at = end
  }
}

/** What the directory has of a file beside its name, without sizes of 64 bits. */
export function otherExtras(listed: Uint8Array): Uint8Array[] {
  const view = viewOf(listed)
  const from = LISTED_SIZE + view.getUint16(28, true)
  const to = from + view.getUint16(30, true)
  return Array.from(extrasIn(view, from, to))
    .filter(({ id }) => id !== EXTRA_64)
    .map((extra) => listed.subarray(extra.from - 4, extra.to))
}
