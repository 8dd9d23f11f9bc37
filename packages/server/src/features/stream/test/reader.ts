import assert from 'node:assert/strict'
import { after } from 'node:test'
import { assertStreamEvent } from '../../../../test/described.ts'
import { type Caller, credentials, type TestService } from '../../../../test/harness.ts'
import { until } from '../../../../test/until.ts'

interface Received {
  id: string | undefined
  event: string
  data: Record<string, unknown>
}

export interface Reader {
  headers: Headers
  /** In the order of their arrival, heartbeats apart. */
  events: Received[]
  heartbeats: Received[]
  retries: number[]
  isEnded: boolean
  close(): void
}

/** Opens streams of a service over the network, as a client would. */
export async function streamsOf(service: TestService) {
  const base = await service.app.listen({ port: 0, host: '127.0.0.1' })
  const readers: Reader[] = []
  // Before the service is closed, and whatever became of the test.
  after(() => {
    for (const reader of readers) reader.close()
  })
  return {
    base,
    async open(caller: Caller, path: string, headers: Record<string, string> = {}): Promise<Reader> {
      const hangUp = new AbortController()
      const response = await fetch(`${base}/v1${path}`, {
        headers: { ...credentials(caller), ...headers },
        signal: hangUp.signal,
      })
      if (response.status !== 200) assert.fail(`${path} answered ${response.status}: ${await response.text()}`)
      const reader: Reader = {
        headers: response.headers,
        events: [],
        heartbeats: [],
        retries: [],
        isEnded: false,
        close: () => hangUp.abort(),
      }
      readers.push(reader)
      void read(response, reader)
      return reader
    },
  }
}

/** Lines and blocks as the standard has them, so that a line break in the wrong place shows. */
async function read(response: Response, reader: Reader): Promise<void> {
  let rest = ''
  try {
    for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (rest + text).split(/(?:\r\n|\r|\n){2}/)
      rest = blocks.pop() ?? ''
      for (const block of blocks) take(block, reader)
    }
    assert.equal(rest, '', 'the stream ended amid an event')
  } catch (error) {
    if (error instanceof assert.AssertionError) throw error
  } finally {
    reader.isEnded = true
  }
}

function take(block: string, reader: Reader): void {
  const fields = new Map<string, string>()
  for (const line of block.split(/\r\n|\r|\n/)) {
    const [, name = '', value = ''] = /^(id|event|data|retry): (.*)$/su.exec(line) ?? assert.fail(`a line "${line}"`)
    assert.ok(!fields.has(name), `${name} twice in one event`)
    fields.set(name, value)
  }
  const retry = fields.get('retry')
  if (retry !== undefined) return void reader.retries.push(Number(retry))
  const event = fields.get('event') ?? assert.fail(`an event without a name: ${block}`)
  const received = { id: fields.get('id'), event, data: JSON.parse(fields.get('data') ?? '') }
  assertStreamEvent(event, received.data)
  if (event === 'heartbeat') reader.heartbeats.push(received)
  else reader.events.push(received)
}

export const received = ({ events }: Reader, count: number) =>
  until(`${count} events; there are ${events.length}`, () => events.length >= count)

/** Waits for the event that tells of this key. */
export const receivedKey = ({ events }: Reader, key: string) =>
  until(`an event of "${key}"`, () => events.some(({ data }) => data['key'] === key))

type Streams = Awaited<ReturnType<typeof streamsOf>>

/** Keys made for being told: what came before one of them was told before it. */
export function marksOf(streams: Streams, caller: Caller, path: string, create: (key: string) => Promise<unknown>) {
  let marks = 0
  const make = async () => {
    const mark = `mark ${++marks}`
    await create(mark)
    return mark
  }
  return {
    /** The names of the last marks made, oldest first. */
    last: (count: number) => Array.from({ length: count }, (_, n) => `mark ${marks - count + 1 + n}`),
    /** All that the readers are told up to now. */
    async settled(...readers: Reader[]): Promise<void> {
      const mark = await make()
      for (const reader of readers) {
        await receivedKey(reader, mark)
        reader.events.splice(reader.events.findIndex(({ data }) => data['key'] === mark))
      }
    },
    /** The id of the last event of the project. */
    async lastId(): Promise<string> {
      const reader = await streams.open(caller, path)
      await receivedKey(reader, await make())
      reader.close()
      return idsOf(reader).at(-1) ?? ''
    },
  }
}

export const namesOf = ({ events }: Reader) => events.map(({ event }) => event)
export const idsOf = ({ events }: Reader) => events.map(({ id }) => id)
export const keysOf = ({ events }: Reader) => events.map(({ data }) => data['key'])
