import type { PassingEvent, PassingPayload, StreamEvent, StreamPayload } from '@parlance/contract'

type Told = { [E in StreamEvent]: { event: E; id: string; data: StreamPayload<E> } }[StreamEvent]
type Passing = { [E in PassingEvent]: { event: E; data: PassingPayload<E> } }[PassingEvent]

/**
 * What a stream tells. `reset` stands where something may be missing before it: at the beginning, unless it began at an
 * id, and when the service can no longer go on from the last id. Who keeps a copy of the texts reads them all anew then.
 * `presence`, which holds for half a minute, `issues.updated`, the open findings of a value, and `terms.updated`, that the
 * glossary has changed, have no id: what was missed of them is not told again.
 */
export type StreamMessage = Told | Passing | { event: 'reset' }
