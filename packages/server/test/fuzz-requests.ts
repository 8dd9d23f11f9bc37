import { contract, type Entry, isForApiKeys } from '@parlance/contract'
import type { Inventory } from './fuzz-inventory.ts'
import { BROKEN_BODIES, ODD_HEADERS, ODD_QUERY_VALUES, ODD_SEGMENTS } from './fuzz-oddities.ts'
import { corrupt, type Dice, type Schema, toJson, valid } from './fuzz-values.ts'
import type { Caller } from './harness.ts'

export interface FuzzScene {
  inventory: Inventory
  /** Who sends; one that is listed twice sends twice as much. */
  actors: readonly Caller[]
  keys: readonly Caller[]
  /** Values for fields by name. */
  given: Record<string, readonly unknown[]>
}

export interface Sent {
  method: string
  url: string
  headers: Record<string, string>
  body?: string | Buffer
}

const routes = Object.values(contract) as Entry[]
/** Hashing a password takes as long as fifty other requests. These routes of accounts do not. */
const CHEAP = ['getSession', 'listSessions', 'deleteSession', 'deleteOtherSessions', 'getPreferences', 'putPreferences']
const isCostly = ({ feature, name }: Entry) => feature === 'Accounts' && !CHEAP.includes(name)
const costly = routes.filter(isCostly)
const usual = routes.filter((entry) => !isCostly(entry))
/** More is created than deleted, so that there is something to find. */
const lasting = usual.filter(({ method }) => method !== 'DELETE')

const PARTS = ['body', 'body', 'body', 'body', 'no json', 'path', 'path', 'query', 'headers', 'everything'] as const
type Part = (typeof PARTS)[number]

/** Half of the requests are meant to succeed, the others have about one thing odd about them. */
export function generate(dice: Dice, scene: FuzzScene): { entry: Entry; address: string; sent: Sent } {
  const entry = dice.pick(dice.chance(0.005) ? costly : dice.chance(0.4) ? usual : lasting)
  const odd = dice.chance(0.5) ? undefined : dice.pick(PARTS)
  const isOdd = (part: Part) => odd === part || (odd === 'everything' && dice.chance(0.5))
  const sound = scene.inventory.address(entry, dice)
  const address = isOdd('path') ? oddAddress(sound, dice) : sound
  const headers = credentials(entry, dice, scene)
  const query = queryOf(entry, address, dice, scene)
  if (isOdd('query')) query.push(oddQuery(dice.pick(Object.keys(fieldsOf(entry))) ?? 'limit', dice))
  const sent: Sent = {
    method: isOdd('headers') && dice.chance(0.3) ? dice.pick(['HEAD', 'POST', 'PUT', 'PATCH']) : entry.method,
    url: `${dice.pick(['/v1', '/api/v1'])}${address}${dice.chance(0.1) ? '/' : ''}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    headers,
  }
  if (entry.body) {
    const body = valid(entry.body as Schema, '', dice, scene.inventory.known(address, scene.given))
    headers['content-type'] = 'application/json'
    sent.body = isOdd('no json') ? dice.pick(BROKEN_BODIES) : toJson(isOdd('body') ? corrupt(body, dice) : body)
  }
  if (isOdd('headers')) Object.assign(headers, dice.pick(ODD_HEADERS))
  // Too much is another number where more is allowed.
  if (headers['content-length'] !== undefined && entry.bodyLimit)
    headers['content-length'] = String(entry.bodyLimit + 1)
  return { entry, address, sent }
}

const fieldsOf = ({ query }: Entry) => (query as Schema | undefined)?.properties ?? {}

function queryOf(entry: Entry, address: string, dice: Dice, { inventory, given }: FuzzScene): string[] {
  if (!entry.query) return []
  const query = valid(entry.query as Schema, '', dice, inventory.known(address, given)) as Record<string, unknown>
  return Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((item) => `${name}=${encodeURIComponent(String(item))}`),
  )
}

function credentials(entry: Entry, dice: Dice, { actors, keys }: FuzzScene): Record<string, string> {
  const { cookie, apiKey } = dice.pick(isForApiKeys(entry.access) && dice.chance(0.9) ? keys : actors)
  // Signing out would cost the run one of its actors.
  if (cookie && entry.name === 'logout') return { cookie: 'tms_session=ended' }
  return { ...(cookie ? { cookie } : {}), ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}) }
}

function oddAddress(address: string, dice: Dice): string {
  const segments = address.split('/').slice(1)
  // Mostly an id; now and then a word of the route itself, or one segment too many.
  const ids = segments.flatMap((segment, at) => (/^\d+$/.test(segment) ? [at] : []))
  const at = ids.length > 0 && dice.chance(0.8) ? dice.pick(ids) : dice.below(segments.length + 1)
  segments[at] = dice.pick(ODD_SEGMENTS)
  return `/${segments.join('/')}`
}

function oddQuery(name: string, dice: Dice): string {
  const spellings = [name, name, name, `${name}[]`, `${name}[0]`, `${name}[a][b]`, `${name}.x`, '__proto__[x]', '']
  const pair = `${dice.pick(spellings)}${dice.chance(0.1) ? '' : '='}${dice.pick(ODD_QUERY_VALUES)}`
  return dice.chance(0.3) ? `${pair}&${pair}` : pair
}
