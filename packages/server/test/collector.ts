import { createServer, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listen } from '../src/features/webhooks/test/receivers.ts'

export interface ReceivedSpan {
  traceId: string
  spanId: string
  parentId: string
  name: string
  kind: number
  attributes: Record<string, string | number>
  /** Trace and span. */
  links: string[]
  hasFailed: boolean
}

type Fields = Map<number, (bigint | Buffer)[]>

/** A message of protocol buffers by the numbers of its fields, as OTLP has them in trace.proto. */
function read(message: Buffer): Fields {
  const fields: Fields = new Map()
  let at = 0
  const varint = () => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = message[at++] ?? 0
      value |= BigInt(byte & 127) << shift
      if (byte < 128) return value
    }
  }
  const bytes = (length: number) => {
    at += length
    return message.subarray(at - length, at)
  }
  while (at < message.length) {
    const tag = varint()
    const value = { 0: varint, 1: () => bytes(8), 2: () => bytes(Number(varint())), 5: () => bytes(4) }[
      Number(tag & 7n) as 0 | 1 | 2 | 5
    ]()
    const number = Number(tag >> 3n)
    fields.set(number, [...(fields.get(number) ?? []), value])
  }
  return fields
}

const messages = (fields: Fields, number: number) => (fields.get(number) ?? []).map((bytes) => read(bytes as Buffer))
const textOf = (fields: Fields, number: number) => String(fields.get(number)?.[0] ?? '')
const hexOf = (fields: Fields, number: number) => (fields.get(number)?.[0] as Buffer | undefined)?.toString('hex') ?? ''

function attributesOf(fields: Fields, number: number): Record<string, string | number> {
  return Object.fromEntries(
    messages(fields, number).map((pair) => {
      const value = messages(pair, 2)[0] as Fields
      const whole = value.get(3)?.[0]
      return [textOf(pair, 1), whole === undefined ? textOf(value, 1) : Number(whole)]
    }),
  )
}

function spanOf(fields: Fields): ReceivedSpan {
  return {
    traceId: hexOf(fields, 1),
    spanId: hexOf(fields, 2),
    parentId: hexOf(fields, 4),
    name: textOf(fields, 5),
    kind: Number(fields.get(6)?.[0] ?? 0),
    attributes: attributesOf(fields, 9),
    links: messages(fields, 13).map((link) => `${hexOf(link, 1)} ${hexOf(link, 2)}`),
    hasFailed: messages(fields, 15).some((status) => status.get(3)?.[0] === 2n),
  }
}

/** Takes OTLP over HTTP, as a collector of traces does. */
export async function startCollector() {
  const collector = {
    url: '',
    spans: [] as ReceivedSpan[],
    resource: {} as Record<string, string | number>,
    headers: {} as IncomingHttpHeaders,
    /** Everything that was sent, one after the other. */
    sent: '',
    named: (name: string) => collector.spans.filter((span) => span.name === name),
  }
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    if (request.url !== '/v1/traces' || request.headers['content-type'] !== 'application/x-protobuf') {
      return void response.writeHead(404).end()
    }
    collector.headers = request.headers
    collector.sent += body.toString('latin1')
    for (const ofResource of messages(read(body), 1)) {
      collector.resource = attributesOf(messages(ofResource, 1)[0] as Fields, 1)
      for (const ofScope of messages(ofResource, 2)) collector.spans.push(...messages(ofScope, 2).map(spanOf))
    }
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end()
  })
  collector.url = `http://127.0.0.1:${await listen(server)}`
  return collector
}
