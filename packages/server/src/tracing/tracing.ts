import type { IncomingMessage, ServerResponse } from 'node:http'

/** A request as it is told when it was answered. */
interface AnsweredRequest {
  id: string
  method: string
  path: string
  /** `unknown`: there is none. */
  route: string
  status: number
}

/** What is called over the network, without what its address or its bodies hold. */
export interface Outgoing {
  method: string
  url: string
  /** Such as the ids of a delivery. */
  about?: Record<string, string | number>
}

/** How a call went: its status, or why there is none. */
export type Ended = { status: number } | { fault: string }

/**
 * What the process does, told to a collector of traces. Everything of ours goes through this, so that without a collector
 * nothing of it is loaded and all of it is a call more.
 */
export interface Tracing {
  /** `work` and all that it begins belongs to the request. */
  request(request: IncomingMessage, response: ServerResponse, work: () => void): void
  /** Its answer is out; or has begun, where it may go on for hours. What it does from then on is not told. */
  answered(request: IncomingMessage, answered: AnsweredRequest): void
  /** A statement of the database, as part of what is under way; where nothing is, it is not told. */
  statement<T>(text: string, work: () => Promise<T>): Promise<T>
  call<T>(outgoing: Outgoing, work: () => Promise<T>, endOf: (result: T) => Ended): Promise<T>
  job<T>(kind: string, about: Record<string, string | number>, work: () => Promise<T>): Promise<T>
  /** What entries of the log say of it: of this request, or of what is under way. */
  logged(request?: IncomingMessage): { trace_id?: string; span_id?: string }
  /** Sends what is left, for as long as `withinMs`. */
  close(withinMs: number): Promise<void>
}

export const noTracing: Tracing = {
  request: (_request, _response, work) => work(),
  answered: () => {},
  statement: (_text, work) => work(),
  call: (_outgoing, work) => work(),
  job: (_kind, _about, work) => work(),
  logged: () => ({}),
  close: async () => {},
}
