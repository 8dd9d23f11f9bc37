import type { TestService } from '../../../../test/harness.ts'
import { sql } from '../../../db/sql.ts'

type Value = readonly [value: string | null, status: string]

export interface KeyState {
  id: number
  lives: boolean
  name: string
  namespaceId: number
  description: string | null
  limit: number | null
  syntax: string | null
  values: Record<string, Value>
}

interface NamespaceState {
  id: number
  name: string
  lives: boolean
}

/** All of a project that can be taken back, the trash included. */
export interface Snapshot {
  /** The last change by then. */
  seq: number
  keys: Map<number, KeyState>
  namespaces: Map<number, NamespaceState>
}

const LOCALES = ['en', 'de', 'fr']
const NO_VALUE: Value = [null, 'not_translated']

export async function takeSnapshot({ db }: TestService, projectId: number): Promise<Snapshot> {
  const keys = await db.rows<KeyState>(sql`
    select k.id, k.deleted_at is null as lives, k.name, k.namespace_id as "namespaceId", k.description,
           k.character_limit as limit, k.syntax,
           (select coalesce(json_object_agg(l.code, json_build_array(t.value, t.status)), '{}')
            from translations t join locales l on l.id = t.locale_id where t.key_id = k.id) as values
    from keys k where k.project_id = ${projectId} order by k.id`)
  const namespaces = await db.rows<NamespaceState>(sql`
    select id, name, deleted_at is null as lives from namespaces where project_id = ${projectId} order by id`)
  const { seq } = await db.one<{ seq: number }>(sql`select seq from project_counters where project_id = ${projectId}`)
  return {
    seq,
    keys: new Map(keys.map((key) => [key.id, key])),
    namespaces: new Map(namespaces.map((namespace) => [namespace.id, namespace])),
  }
}

const valueIn = (key: KeyState | undefined, locale: string): Value => key?.values[locale] ?? NO_VALUE
const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** What can be seen of it: nothing of keys in the trash but that they are there; no value and an empty one look alike. */
export function seen({ keys }: Pick<Snapshot, 'keys'>) {
  return [...keys.values()]
    .sort((a, b) => a.id - b.id)
    .map((key) => (key.lives ? { ...key, values: LOCALES.map((locale) => valueIn(key, locale)) } : key.id))
}

/** Something of a key that changes by itself. */
type Thing = 'life' | 'name' | 'namespace' | 'description' | 'limit' | 'syntax' | (string & {})

function hasChanged(before: Snapshot, after: Snapshot, id: number, thing: Thing): boolean {
  const [a, b] = [before.keys.get(id), after.keys.get(id)]
  if (thing === 'life') return (a?.lives ?? false) !== (b?.lives ?? false)
  if (LOCALES.includes(thing)) return !isEqual(valueIn(a, thing), valueIn(b, thing))
  if (!a || !b) return false
  if (thing === 'name') return a.name !== b.name
  if (thing === 'description') return a.description !== b.description
  if (thing === 'limit') return a.limit !== b.limit
  if (thing === 'syntax') return a.syntax !== b.syntax
  // Into another namespace of the same name keys come with a restore, which is no move.
  const nameOf = ({ namespaces }: Snapshot, key: KeyState) => namespaces.get(key.namespaceId)?.name
  return a.namespaceId !== b.namespaceId && nameOf(before, a) !== nameOf(after, b)
}

const THINGS: Thing[] = ['life', 'name', 'namespace', 'description', 'limit', 'syntax', ...LOCALES]

/** A key on its way back. */
interface Plan {
  now: KeyState
  was: KeyState | undefined
  life: 'comes' | 'goes' | 'left' | null
  /** What goes back to what it was, if nothing else is in the way. */
  back: Set<Thing>
  name: string
  namespaceId: number
}

/**
 * The keys after the steps from `first` to `last` were taken back, in plain words: whatever one of these steps changed, and
 * no later one, is as it was before them. `snapshots[n]` is what step n left.
 */
export function expectedKeys(snapshots: readonly Snapshot[], first: number, last: number): Map<number, KeyState> {
  const before = snapshots[first - 1] as Snapshot
  const now = snapshots.at(-1) as Snapshot
  const isTouched = (id: number, thing: Thing, from: number, to: number) =>
    snapshots
      .slice(from, to + 1)
      .some((after, at) => hasChanged(snapshots[from + at - 1] as Snapshot, after, id, thing))
  const isNewer = (id: number, thing: Thing) => isTouched(id, thing, last + 1, snapshots.length - 1)
  const plans = [...now.keys.values()].map((key): Plan => {
    const was = before.keys.get(key.id)
    const back = new Set(THINGS.filter((thing) => isTouched(key.id, thing, first, last) && !isNewer(key.id, thing)))
    const wanted = was && back.has('namespace') ? was.namespaceId : key.namespaceId
    const life = lifeOf(key, was)
    return {
      now: key,
      was,
      back,
      life,
      name: was && back.has('name') ? was.name : key.name,
      namespaceId: life === 'comes' || back.has('namespace') ? homeOf(now, wanted) : key.namespaceId,
    }
  })
  function lifeOf({ id, lives }: KeyState, was: KeyState | undefined): Plan['life'] {
    if (!isTouched(id, 'life', first, last) || (was?.lives ?? false) === lives) return null
    if (isNewer(id, 'life')) return 'left'
    if (!lives) return 'comes'
    return THINGS.some((thing) => isNewer(id, thing)) ? 'left' : 'goes'
  }
  const taken = namesTaken(plans, now)
  return new Map(plans.map((plan) => [plan.now.id, outcomeOf(plan, taken.has(plan))]))
}

/** Where the keys of a namespace go that may be gone by now. */
function homeOf({ namespaces }: Snapshot, id: number): number {
  const namespace = namespaces.get(id)
  if (!namespace || namespace.lives) return id
  const ofName = [...namespaces.values()].filter(({ name }) => name === namespace.name).sort((a, b) => b.id - a.id)
  return (ofName.find(({ lives }) => lives) ?? ofName[0] ?? namespace).id
}

const willLive = ({ now, life }: Plan) => life === 'comes' || (now.lives && life !== 'goes')
const placeOf = (namespaceId: number, name: string) => JSON.stringify([namespaceId, name])

/** Those whose names are somebody else's: found one after the other, until all others can have theirs. */
function namesTaken(plans: readonly Plan[], { keys }: Snapshot): Set<Plan> {
  const taken = new Set<Plan>()
  const moving = plans
    .filter(willLive)
    .filter(
      ({ now, life, name, namespaceId }) => life === 'comes' || name !== now.name || namespaceId !== now.namespaceId,
    )
    .sort((a, b) => a.now.id - b.now.id)
  const asked = new Set<string>()
  for (const plan of moving) {
    const place = placeOf(plan.namespaceId, plan.name)
    if (asked.has(place)) taken.add(plan)
    asked.add(place)
  }
  const leaves = (id: number) =>
    plans.some((plan) => plan.now.id === id && (plan.life === 'goes' || (moving.includes(plan) && !taken.has(plan))))
  for (let found = true; found; ) {
    found = false
    const held = new Set(
      [...keys.values()]
        .filter(({ id, lives }) => lives && !leaves(id))
        .map((key) => placeOf(key.namespaceId, key.name)),
    )
    for (const plan of moving) {
      if (taken.has(plan) || !held.has(placeOf(plan.namespaceId, plan.name))) continue
      taken.add(plan)
      found = true
    }
  }
  return taken
}

const isTooLong = ([value]: Value, limit: number | null) => limit !== null && Array.from(value ?? '').length > limit

function outcomeOf(plan: Plan, isTaken: boolean): KeyState {
  const { now, was, life, back, name, namespaceId } = plan
  if (life === 'goes') return { ...now, lives: false }
  if (!willLive(plan) || (life === 'comes' && isTaken)) return now
  // Work on a new key stands on the values that came with it.
  const isKept = life === 'left' && !was
  const valueBefore = (locale: string) => (back.has(locale) ? valueIn(was, locale) : valueIn(now, locale))
  const wantedLimit = was && back.has('limit') ? was.limit : now.limit
  const isBroken = wantedLimit !== now.limit && LOCALES.some((locale) => isTooLong(valueBefore(locale), wantedLimit))
  const limit = isBroken ? now.limit : wantedLimit
  const values = LOCALES.map((locale) => {
    const value = valueBefore(locale)
    return [locale, isKept || isTooLong(value, limit) ? valueIn(now, locale) : value]
  })
  return {
    ...now,
    lives: true,
    ...(isTaken ? {} : { name, namespaceId }),
    description: was && back.has('description') ? was.description : now.description,
    limit,
    syntax: was && back.has('syntax') ? was.syntax : now.syntax,
    values: Object.fromEntries(values),
  }
}
