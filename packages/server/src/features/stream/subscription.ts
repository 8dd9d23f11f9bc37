import type { StreamEvent } from '@parlance/contract'
import type { CommittedChange } from '../../changes/feed.ts'
import { streamEventOf } from '../../changes/stream-event.ts'
import { type EventStream, frame } from '../../http/sse.ts'

/** A change, put into words once however many readers there are. */
export class ToldChange {
  readonly seq: number
  readonly locale: string | null
  readonly event: StreamEvent | undefined
  readonly bytes: Buffer | undefined

  constructor(projectId: number, change: CommittedChange) {
    const told = streamEventOf(projectId, change)
    this.seq = change.seq
    this.locale = change.locale
    this.event = told?.event
    this.bytes = told && frame(told.event, JSON.stringify(told.payload), change.seq)
  }
}

/** One reader: which changes it may see and wants, and how far it has come. */
export class Subscription {
  readonly stream: EventStream
  readonly events: ReadonlySet<string> | undefined
  /** Null: all. Follows the rights of the caller while the stream is open. */
  localeCodes: readonly string[] | null
  seq: number

  constructor(
    stream: EventStream,
    seq: number,
    localeCodes: readonly string[] | null,
    events: ReadonlySet<string> | undefined,
  ) {
    this.stream = stream
    this.seq = seq
    this.localeCodes = localeCodes
    this.events = events
  }

  /** Each change once, in order: what was read already is passed over. */
  tell(change: ToldChange): void {
    if (change.seq <= this.seq) return
    this.seq = change.seq
    if (!change.bytes || !change.event || (this.events && !this.events.has(change.event))) return
    if (change.locale !== null && this.localeCodes && !this.localeCodes.includes(change.locale)) return
    this.stream.write(change.bytes)
  }
}
