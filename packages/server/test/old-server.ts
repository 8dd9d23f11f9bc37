import { createServer, type Server } from 'node:net'

const message = (type: string, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts)
  const head = Buffer.from(`${type}\0\0\0\0`)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
const int16 = (value: number) => Buffer.of(value >> 8, value & 255)
const int32 = (value: number) => Buffer.concat([int16(value >> 16), int16(value & 0xffff)])

const NUMBER = 23
const TEXT = 25
const BOOLEAN = 16
const READY = message('Z', Buffer.from('I'))
const column = (name: string, type: number) =>
  Buffer.concat([Buffer.from(`${name}\0`), int32(0), int16(0), int32(type), int16(-1), int32(-1), int16(0)])
const value = (text: string) => Buffer.concat([int32(Buffer.byteLength(text)), Buffer.from(text)])

/** Speaks as much of PostgreSQL's protocol as it takes to ask a server for its version: nobody installs so old a one. */
export function oldServer(version: number): Server {
  const rows = [
    message('1'),
    message('2'),
    message('T', int16(3), column('version', NUMBER), column('encoding', TEXT), column('extensions', BOOLEAN)),
    message('D', int16(3), value(String(version)), value('UTF8'), value('t')),
    message('C', Buffer.from('SELECT 1\0')),
  ]
  return createServer((socket) => {
    let isIn = false
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      // The driver sends its start, and then one question, which ends with Sync.
      if (!isIn) socket.write(Buffer.concat([message('R', int32(0)), READY]))
      else if (chunk.at(-5) === 'S'.charCodeAt(0)) socket.write(Buffer.concat([...rows, READY]))
      isIn = true
    })
  })
}
