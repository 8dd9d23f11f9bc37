import type { PassingPayload } from '@parlance/contract'
import type { Database } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { frame } from '../http/sse.ts'
import { Readers } from './readers.ts'
import type { Subscription } from './subscription.ts'

/** Where it is said that the glossary of an organization has changed. A message is the organization's id. */
export const TERMS_CHANNEL = 'parlance_terms'

/** Tells every instance, after the commit (see `issue-news.ts`). What could not be told is seen by whoever looks next. */
export async function tellTerms(db: Database, organizationId: number): Promise<void> {
  await db.run(sql`select pg_notify(${TERMS_CHANNEL}::text, ${organizationId}::text)`).catch(() => {})
}

type Payload = PassingPayload<'terms.updated'>

/**
 * Tells the streams of people in all projects of an organization that its glossary has changed. Without a word of what:
 * each looks up what it shows, in the languages that it may see.
 */
export class TermNews {
  readonly #readers = new Readers()

  join(subscription: Subscription): void {
    this.#readers.join(subscription.access.organizationId, subscription)
  }

  leave(subscription: Subscription): void {
    this.#readers.leave(subscription.access.organizationId, subscription)
  }

  hear(payload: string | null): void {
    for (const { access, stream } of this.#readers.of(Number(payload)) ?? [])
      stream.write(frame('terms.updated', JSON.stringify({ projectId: access.projectId } satisfies Payload)))
  }
}
