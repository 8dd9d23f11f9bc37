import { Inflate } from 'fflate'
import { UnreadableFile } from '../remark.ts'
import { crc32 } from './crc32.ts'
import { type Archive, damaged, type Member, viewOf } from './directory.ts'

/** Of all files of an archive that are unpacked. */
const MOST_BYTES = 200 * 2 ** 20
/** Packed bytes of a step: they may become a thousand times as many. */
const PACKED = 2 ** 12
/** Bytes that are looked at in a millisecond or two. */
const PIECE = 2 ** 20

const LOCAL = 0x04034b50
const LOCAL_SIZE = 30
const STORED = 0
const DEFLATED = 8
const ENCRYPTED = 1

/** Unpacks files of one archive, so much of them and no more. */
export class Unpacker {
  readonly #archive: Archive
  #left = MOST_BYTES

  constructor(archive: Archive) {
    this.#archive = archive
  }

  *bytesOf(member: Member): Generator<void, Uint8Array, void> {
    const { method, flags, size, crc } = member
    if (flags & ENCRYPTED) throw new UnreadableFile('syntax_error', 'The archive is encrypted')
    if (method !== STORED && method !== DEFLATED)
      throw new UnreadableFile('syntax_error', 'The archive is compressed in an unusual way')
    this.#left -= size
    if (this.#left < 0)
      throw new UnreadableFile('syntax_error', `The archive unpacks to more than ${MOST_BYTES / 2 ** 20} MB`)
    const packed = packedBytes(this.#archive.bytes, member)
    const bytes = method === STORED ? packed : yield* inflated(packed, size)
    if (bytes.length !== size || (yield* checksum(bytes)) !== crc) throw damaged()
    return bytes
  }
}

function packedBytes(bytes: Uint8Array, { from, packedSize }: Member): Uint8Array {
  const view = viewOf(bytes)
  if (from + LOCAL_SIZE > bytes.length || view.getUint32(from, true) !== LOCAL) throw damaged()
  const start = from + LOCAL_SIZE + view.getUint16(from + 26, true) + view.getUint16(from + 28, true)
  if (start + packedSize > bytes.length) throw damaged()
  return bytes.subarray(start, start + packedSize)
}

/** No more than was told: what becomes larger is a lie, and not looked at to its end. */
function* inflated(packed: Uint8Array, size: number): Generator<void, Uint8Array, void> {
  const bytes = new Uint8Array(size)
  let at = 0
  const stream = new Inflate((piece) => {
    if (at + piece.length > size) throw damaged()
    bytes.set(piece, at)
    at += piece.length
  })
  for (let from = 0; from < packed.length; from += PACKED) {
    try {
      stream.push(packed.subarray(from, from + PACKED), from + PACKED >= packed.length)
    } catch {
      throw damaged()
    }
    yield
  }
  return bytes.subarray(0, at)
}

function* checksum(bytes: Uint8Array): Generator<void, number, void> {
  let sum = 0
  for (let at = 0; at < bytes.length; at += PIECE) {
    sum = crc32(bytes.subarray(at, at + PIECE), sum)
    yield
  }
  return sum
}
