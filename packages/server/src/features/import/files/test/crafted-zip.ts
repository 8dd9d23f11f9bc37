import { crc32, deflateRawSync } from 'node:zlib'

interface Crafted {
  name: string | Buffer
  content?: Buffer
  /** What the directory claims instead of the truth. */
  claims?: { size?: number; crc?: number; flags?: number; mode?: number; method?: number }
  /** Points at the data of the file before instead of bringing its own. */
  overlaps?: boolean
}

interface Lies {
  count?: number
  zip64Count?: bigint
}

/** An archive whose directory need not tell the truth. */
export function craftZip(files: readonly Crafted[], lies: Lies = {}): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  let last = { offset: 0, packed: Buffer.alloc(0), size: 0, crc: 0 }
  for (const { name, content = Buffer.from('{}'), claims = {}, overlaps } of files) {
    const named = Buffer.from(name)
    if (!overlaps) {
      const packed = deflateRawSync(content)
      last = { offset, packed, size: content.length, crc: crc32(content) }
      const local = Buffer.alloc(30)
      local.writeUInt32LE(0x04034b50, 0)
      local.writeUInt16LE(20, 4)
      local.writeUInt16LE(8, 8)
      local.writeUInt32LE(last.crc, 14)
      local.writeUInt32LE(packed.length, 18)
      local.writeUInt32LE(content.length, 22)
      local.writeUInt16LE(named.length, 26)
      parts.push(local, named, packed)
      offset += local.length + named.length + packed.length
    }
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE((3 << 8) | 20, 4)
    entry.writeUInt16LE(20, 6)
    entry.writeUInt16LE(claims.flags ?? 0x800, 8)
    entry.writeUInt16LE(claims.method ?? 8, 10)
    entry.writeUInt32LE(claims.crc ?? last.crc, 16)
    entry.writeUInt32LE(last.packed.length, 20)
    entry.writeUInt32LE(claims.size ?? last.size, 24)
    entry.writeUInt16LE(named.length, 28)
    entry.writeUInt32LE(((claims.mode ?? 0o100644) << 16) >>> 0, 38)
    entry.writeUInt32LE(last.offset, 42)
    directory.push(entry, named)
  }
  const listed = Buffer.concat(directory)
  const zip64 = lies.zip64Count === undefined ? [] : zip64End(lies.zip64Count, listed.length, offset)
  const end = Buffer.alloc(22)
  const count = lies.zip64Count === undefined ? (lies.count ?? files.length) : 0xffff
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, listed, ...zip64, end])
}

function zip64End(count: bigint, size: number, offset: number): Buffer[] {
  const end = Buffer.alloc(56)
  end.writeUInt32LE(0x06064b50, 0)
  end.writeBigUInt64LE(44n, 4)
  end.writeBigUInt64LE(count, 24)
  end.writeBigUInt64LE(count, 32)
  end.writeBigUInt64LE(BigInt(size), 40)
  end.writeBigUInt64LE(BigInt(offset), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(offset + size), 8)
  locator.writeUInt32LE(1, 16)
  return [end, locator]
}
