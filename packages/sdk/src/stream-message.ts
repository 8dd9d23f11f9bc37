import type { PresencePayload, StreamEvent, StreamPayload } from '@parlance/contract'

type Told = { [E in StreamEvent]: { event: E; id: string; data: StreamPayload<E> } }[StreamEvent]

/**
 * What a stream tells. `reset` stands where something may be missing before it: at the beginning, unless it began at an
 * id, and when the service can no longer go on from the last id. Who keeps a copy of the texts reads them all anew then.
 * `presence` holds for half a minute and has no id: what was missed of it is not told again.
 */
export type StreamMessage = Told | { event: 'presence'; data: PresencePayload } | { event: 'reset' }
