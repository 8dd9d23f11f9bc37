import type { StreamEvent } from '@parlance/contract'
import type { CommittedChange } from '../changes/feed.ts'
import { inLanguages, type Sight } from '../changes/in-languages.ts'
import { streamEventOf } from '../changes/stream-event.ts'
import type { ProjectAccess } from '../http/access.ts'
import { type EventStream, frame } from '../http/sse.ts'

/** A change, put into words once however many readers there are. */
export class ToldChange {
  readonly seq: number
  readonly event: StreamEvent | undefined
  readonly #projectId: number
  readonly #change: CommittedChange
  readonly #whole: Buffer | undefined

  constructor(projectId: number, change: CommittedChange) {
    const told = streamEventOf(projectId, change)
    this.seq = change.seq
    this.event = told?.event
    this.#projectId = projectId
    this.#change = change
    this.#whole = told && frame(told.event, JSON.stringify(told.payload), change.seq)
  }

  bytesFor(sight: Sight): Buffer | undefined {
    const visible = inLanguages(this.#change, sight)
    if (visible === this.#change) return this.#whole
    return visible && new ToldChange(this.#projectId, visible).#whole
  }
}

/** One reader: which changes it may see and wants, and how far it has come. */
export class Subscription {
  readonly stream: EventStream
  readonly access: ProjectAccess
  readonly events: ReadonlySet<string> | undefined
  /** Follows the rights of the caller while the stream is open; they are read before anything is told. */
  sight: Sight
  seq: number

  constructor(stream: EventStream, access: ProjectAccess, seq: number, events: readonly string[] | undefined) {
    this.stream = stream
    this.access = access
    this.sight = { localeCodes: access.localeCodes, seesSource: access.localeCodes === null }
    this.seq = seq
    this.events = events && new Set(events)
  }

  /** Each change once, in order: what was read already is passed over. */
  tell(change: ToldChange): void {
    if (change.seq <= this.seq) return
    this.seq = change.seq
    if (!change.event || (this.events && !this.events.has(change.event))) return
    const bytes = change.bytesFor(this.sight)
    if (bytes) this.stream.write(bytes)
  }
}
