import type { StreamEvent, StreamPayload } from '@parlance/contract'

type Told = { [E in StreamEvent]: { event: E; id: string; data: StreamPayload<E> } }[StreamEvent]

/**
 * What a stream tells. `reset` stands where something may be missing before it: at the beginning, unless it began at an
 * id, and when the service can no longer go on from the last id. Who keeps a copy of the texts reads them all anew then.
 */
export type StreamMessage = Told | { event: 'reset' }
