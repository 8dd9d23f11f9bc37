import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { Feed } from './changes/feed.ts'
import { saveToldChanges } from './changes/told-changes.ts'
import type { Config } from './config.ts'
import { type Counters, newCounters } from './counters.ts'
import type { Database } from './db/pool.ts'
import { sql } from './db/sql.ts'
import { WriteWatch } from './db/write-watch.ts'
import { Bodies } from './http/bodies.ts'
import { Cursors } from './http/cursor.ts'
import { Downloads } from './http/downloads.ts'
import { OwnAddress } from './http/host.ts'
import { RequestRates } from './http/request-rates.ts'
import { Traffic } from './http/traffic.ts'
import { Writers } from './http/writers.ts'
import { IdentityProvider } from './identity-provider/identity-provider.ts'
import { openSecretBox, type SecretBox } from './secret-box.ts'
import { OpenStreams } from './streams/open-streams.ts'
import { CheckedTerms } from './term-index/checked-terms.ts'
import { TermIndex } from './term-index/term-index.ts'
import { LoadedTexts } from './text-index/loaded-texts.ts'
import { noTracing, type Tracing } from './tracing/tracing.ts'
import { WakeUp } from './wake-up.ts'

/** Time comes from here, so that tests can move it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** What handlers are given by hand. */
export interface Services {
  config: Config
  db: Database
  clock: Clock
  log: FastifyBaseLogger
  /** Tells a collector what this process does, where there is one. */
  tracing: Tracing
  /** How this process is reached. */
  address: OwnAddress
  /** What this process has done, for those who watch it. */
  counters: Counters
  cursors: Cursors
  feed: Feed
  /** The bodies that this process is taking in. */
  bodies: Bodies
  /** The files that are being read from this process. */
  downloads: Downloads
  /** How often each credential and each address asks this process. */
  rates: RequestRates
  /** Whether requests come in. */
  traffic: Traffic
  /** Who signs people in beside passwords; undefined where nobody does. */
  provider: IdentityProvider | undefined
  /** Keeps what must be read again, encrypted at rest. */
  secrets: SecretBox
  /** The texts of memories and projects that this process keeps in indexes. */
  texts: LoadedTexts
  /** The terms of glossaries that this process keeps. */
  terms: TermIndex
  /** What they say about texts. */
  checkedTerms: CheckedTerms
  /** The streams that are open in this process. */
  streams: OpenStreams
  /** Who has written something, of those this process knows. */
  writers: Writers
  /** Whether the database can write. */
  writes: WriteWatch
  /** For work that was added: who does it in this process begins at once. */
  wakeUps: { jobs: WakeUp; deliveries: WakeUp; mails: WakeUp }
}

type Given = Pick<Services, 'config' | 'db' | 'log'> & Partial<Pick<Services, 'clock' | 'tracing'>>

export async function openServices({
  config,
  db,
  log,
  clock = systemClock,
  tracing = noTracing,
}: Given): Promise<Services> {
  db.tracing = tracing
  await saveToldChanges(db)
  const cursors = new Cursors(await cursorSecret(db))
  const secrets = await openSecretBox(config)
  const counters = newCounters()
  const feed = new Feed(db, log)
  // It says what it wants to hear before the feed is opened.
  const streams = new OpenStreams({ config, db, clock, log, feed, tracing })
  await feed.open()
  return {
    config,
    db,
    clock,
    log,
    tracing,
    address: new OwnAddress(config),
    counters,
    cursors,
    feed,
    bodies: new Bodies(config),
    downloads: new Downloads(config),
    rates: new RequestRates(config.rateLimit),
    traffic: new Traffic(),
    provider: config.provider && new IdentityProvider({ config: config.provider, log, clock, tracing }),
    secrets,
    texts: new LoadedTexts({ config, db, clock, log, counters }),
    terms: new TermIndex(db),
    checkedTerms: new CheckedTerms(),
    streams,
    writers: new Writers(db, log),
    writes: new WriteWatch({ db, clock }),
    wakeUps: { jobs: new WakeUp(), deliveries: new WakeUp(), mails: new WakeUp() },
  }
}

/** Shared by all instances on one database, so that a cursor of one is good at the other. */
async function cursorSecret(db: Database): Promise<Buffer> {
  await db.run(sql`insert into instance (cursor_secret) values (${randomBytes(32)}) on conflict do nothing`)
  const instance = await db.one<{ cursor_secret: Buffer }>(sql`select cursor_secret from instance`)
  return instance.cursor_secret
}
