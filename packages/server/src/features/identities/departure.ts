import type { Entry } from '@parlance/contract'
import type { Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import { sourceOf } from '../../http/address.ts'
import { fault, faultFor } from '../../http/errors.ts'
import { hashSecret, newSecret } from '../../http/secrets.ts'
import type { IdentityProvider } from '../../identity-provider/identity-provider.ts'
import type { Call } from '../../implement.ts'
import type { Services } from '../../services.ts'
import { assertToken } from '../accounts/index.ts'
import { markBrowser, markOf, secretsOf } from './browser.ts'
import { ownPath } from './own-path.ts'

type Asked = Pick<Call<Entry>, 'request' | 'reply' | 'now'>

/** Long enough to look for the telephone at the provider. */
const LIFETIME_MS = 15 * 60_000
/** Of one source that did not come back: each is a question that the provider may be asked. */
const PER_SOURCE = 300
const STATE_BYTES = 32
/** The page of the console that the provider leads back to, as it is entered there. */
const ARRIVAL_PATH = '/sign-in/provider'

const beginning = (now: Date) => new Date(now.getTime() - LIFETIME_MS)

export async function assertProvider({ provider }: Pick<Services, 'provider'>): Promise<void> {
  if (!provider) throw fault('providerOff')
}

export function providerOf({ provider }: Pick<Services, 'provider'>): IdentityProvider {
  if (!provider) throw fault('providerOff')
  return provider
}

interface Intent {
  returnTo: string | undefined
  /** Whose account is to be linked. */
  sessionId?: number
  /** Of the invitation that is to be accepted. */
  tokenHash?: Buffer
}

/** Sends a browser to the provider. It is asked first: nobody is sent to one that is away. */
export async function depart(services: Services, call: Asked, intent: Intent): Promise<{ url: string }> {
  const { db, config, address } = services
  const { request, reply, now } = call
  const source = sourceOf(request)
  await assertRoom(db, source, now)
  const redirectUri = address.originFor(request.raw) + ARRIVAL_PATH
  const state = newSecret(STATE_BYTES)
  const browser = markBrowser(request, reply, config, LIFETIME_MS)
  const url = await providerOf(services).departureUrl(redirectUri, secretsOf(browser, state))
  const { sessionId = null, tokenHash = null } = intent
  const begun = await db.run(sql`
    with outdated as (
      delete from departures where state_hash = any(array(
        select state_hash from departures where created_at <= ${beginning(now)} limit 100 for update skip locked))
    )
    insert into departures (state_hash, browser_hash, source, redirect_uri, return_to, session_id, token_hash, created_at)
    select ${hashSecret(state)}::bytea, ${hashSecret(browser)}::bytea, ${source}::text, ${redirectUri}::text,
           ${ownPath(intent.returnTo)}::text, ${sessionId}::bigint, ${tokenHash}::bytea, ${now}::timestamptz
    where ${sessionId}::bigint is null or exists (select from sessions where id = ${sessionId})`)
  // Whoever wanted to link their account was signed out meanwhile.
  if (begun === 0) throw fault('authenticationRequired')
  return { url }
}

async function assertRoom(db: Handle, source: string, now: Date): Promise<void> {
  const filled = await db.row<{ at: Date }>(sql`
    select created_at as at from departures where source = ${source} and created_at > ${beginning(now)}
    order by created_at desc offset ${PER_SOURCE - 1} limit 1`)
  if (filled) throw faultFor((filled.at.getTime() + LIFETIME_MS - now.getTime()) / 1000, 'tooManyLogins')
}

interface Departure {
  redirectUri: string
  returnTo: string
  sessionId: number | null
  tokenHash: Buffer | null
}

/**
 * What a browser had begun, once: whoever sends it a second time, from another browser, or signed in as somebody else than
 * the one who wanted to link their account, is told that it is over. Nobody can end what another browser has begun.
 */
export async function takeDeparture(
  { db, config }: Pick<Services, 'db' | 'config'>,
  call: Asked,
  text: string,
  sessionId: number | null,
) {
  const query = new URLSearchParams(text)
  const [state = '', ...others] = query.getAll('state')
  const browser = markOf(call.request, config)
  const departure = await assertToken(
    db,
    call,
    async () => {
      if (browser === undefined || others.length > 0) return undefined
      return db.row<Departure>(sql`
        delete from departures
        where state_hash = ${hashSecret(state)} and browser_hash = ${hashSecret(browser)}
          and created_at > ${beginning(call.now)}
          and (session_id is null or session_id = ${sessionId})
        returning redirect_uri as "redirectUri", return_to as "returnTo", session_id as "sessionId",
                  token_hash as "tokenHash"`)
    },
    'signInOver',
  )
  return { departure, query, secrets: secretsOf(browser ?? '', state) }
}

/** Those who never came back; a departure removes some of them, too. */
export const sweepDepartures = ({ db, clock }: Pick<Services, 'db' | 'clock'>) =>
  db.run(sql`delete from departures where created_at <= ${beginning(clock.now())}`)
