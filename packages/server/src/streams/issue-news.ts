import type { PassingPayload } from '@parlance/contract'
import { inLanguages } from '../changes/in-languages.ts'
import type { Database } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { frame } from '../http/sse.ts'
import { Readers } from './readers.ts'
import type { Subscription } from './subscription.ts'

/** Where it is said how much is open about values. */
export const ISSUES_CHANNEL = 'parlance_issues'
/** A notification takes less than 8,000 bytes. */
const LONGEST_PAYLOAD = 7_900

type Payload = PassingPayload<'issues.updated'>

/** How many errors and warnings are open about a value. */
export type IssueCounts = Omit<Payload, 'projectId'>

/**
 * Tells every instance what is open about some values from now on. After the commit that made it so, and by a transaction
 * that writes nothing: beside a write it would hold up everybody else's (see `changes/feed.ts`). What could not be told is
 * seen by whoever looks next, so it is no reason to fail.
 */
export async function tellIssues(db: Database, projectId: number, counts: readonly IssueCounts[]): Promise<void> {
  if (counts.length === 0) return
  const payloads = payloadsOf(projectId, counts)
  const told = sql`select pg_notify(${ISSUES_CHANNEL}::text, payload) from unnest(${payloads}::text[]) as payload`
  await db.run(told).catch(() => {})
}

/** After the project, one list for each value, without names: some 350 of them fit into one notification. */
function payloadsOf(projectId: number, counts: readonly IssueCounts[]): string[] {
  const payloads: string[] = []
  let payload = `${projectId}`
  for (const { keyId, locale, errors, warnings } of counts) {
    const item = `,${JSON.stringify([keyId, locale, errors, warnings])}`
    if (payload.length + item.length > LONGEST_PAYLOAD) {
      payloads.push(`[${payload}]`)
      payload = `${projectId}`
    }
    payload += item
  }
  return [...payloads, `[${payload}]`]
}

type Heard = [projectId: number, ...counts: [keyId: number, locale: string, errors: number, warnings: number][]]

/**
 * Tells the streams of people that are open in this process what is open about values, as every instance hears it. Nothing
 * of it is kept: whoever comes later reads the values with what is open about them.
 */
export class IssueNews {
  readonly #readers = new Readers()

  join(subscription: Subscription): void {
    this.#readers.join(subscription.access.projectId, subscription)
  }

  leave(subscription: Subscription): void {
    this.#readers.leave(subscription.access.projectId, subscription)
  }

  hear(payload: string | null): void {
    if (payload === null) return
    const [projectId, ...counts] = JSON.parse(payload) as Heard
    const readers = this.#readers.of(projectId)
    if (!readers) return
    const news = counts.map(([keyId, locale, errors, warnings]) => ({
      locale,
      bytes: frameOf({ projectId, keyId, locale, errors, warnings }),
    }))
    const whole = joined(news)
    // In one piece for each reader: hundreds of values for a hundred readers would be as many writes as both multiplied.
    for (const { sight, stream } of readers) {
      const seen = sight.localeCodes === null ? whole : joined(news.filter(({ locale }) => isSeen(locale, sight)))
      if (seen.length > 0) stream.write(seen)
    }
  }
}

const frameOf = (payload: Payload) => frame('issues.updated', JSON.stringify(payload))
const joined = (news: readonly { bytes: Buffer }[]) => Buffer.concat(news.map(({ bytes }) => bytes))

/** By the rights that the reader had at the last look at them, two seconds ago at most. */
const isSeen = (locale: string, sight: Subscription['sight']) =>
  inLanguages({ event: 'issues.updated', locale, after: null }, sight) !== undefined
