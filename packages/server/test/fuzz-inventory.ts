import { contract, type Entry } from '@parlance/contract'
import type { Dice, Known } from './fuzz-values.ts'

const entries = Object.values(contract) as Entry[]
const KEPT = 12

type Learned = Record<string, unknown>

/**
 * Which things exist, learned from answers: what `POST …/keys` and `GET …/keys` return is what `…/keys/{keyId}` is
 * about. Kept by the address they were found under, so that a key is asked for in its own project.
 */
export class Inventory {
  readonly #found = new Map<string, unknown[]>()
  readonly #kept = new Set<string>()

  /** Something every request may use but none may remove: the run stands on it. */
  keep(collection: string, param: string, value: unknown): void {
    this.#add(`${collection}/{${param}}`, value)
    this.#kept.add(`${collection}/{${param}} ${value}`)
  }

  /** Draws the consequences of a success: what it tells of exists, what it deleted does not. */
  take(entry: Entry, address: string, { status, type, body }: { status: number; type: string; body: string }): void {
    if (status >= 300) return
    if (entry.method === 'DELETE') this.#forget(entry, address)
    else if (body !== '' && type.startsWith('application/json')) this.learn(entry, address, JSON.parse(body))
  }

  learn(entry: Entry, address: string, body: unknown): void {
    const last = entry.path.split('/').at(-1)
    for (const { path } of entries) {
      const [, parent = '', param = ''] = /^(.*)\/\{(\w+)\}$/.exec(path) ?? []
      // A child of this very address, or a collection of its own name at the root (`/organizations/1/projects`).
      const collection = parent === entry.path ? address : parent === `/${last}` ? parent : undefined
      if (collection === undefined) continue
      for (const item of itemsOf(body)) {
        const value = item[param] ?? (/Id$/.test(param) ? item['id'] : undefined)
        // By name alone, keys of other namespaces are not found.
        const isReachable = /Id$/.test(param) || (item['namespace'] ?? 'default') === 'default'
        if (value !== undefined && isReachable) this.#add(`${collection}/{${param}}`, value)
      }
    }
    for (const item of itemsOf(body)) this.#learnElsewhere(address, item)
  }

  /** What is asked for at an address that is not below the one it was heard of. */
  #learnElsewhere(address: string, heard: Learned): void {
    const { id, key, namespace, jobId, validationId, isPublished, translations, inviteToken, check } = heard
    const [, root = ''] = /^(\/\w+\/\w+)/.exec(address) ?? []
    if (typeof key === 'string' && typeof namespace === 'string') {
      this.#add('/keys/{namespace}', namespace)
      this.#add(`/keys/${encodeURIComponent(namespace)}/{key}`, key)
    }
    if (typeof key === 'string' && typeof id === 'number') this.#add(`${root}/keys/${id}/values/{locale}`, 'de')
    if (typeof validationId === 'string') this.#add(`${root}/keys/import/{validationId}`, validationId)
    if (typeof inviteToken === 'string') this.#add('/auth/invites/{token}', inviteToken)
    if (typeof jobId === 'number') this.#add(`${root}/machine-translation/jobs/{jobId}`, jobId)
    if (typeof check === 'string') this.#add(`${root}/issues/{issueId}`, id)
    if (isPublished !== undefined) this.#add(`${root}/cdn/deploys/{deployId}`, id)
    for (const value of isObject(translations) ? Object.values(translations) : [])
      if (isObject(value)) this.#add(`${root}/translation/{translationId}`, value['id'])
  }

  #add(slot: string, value: unknown): void {
    const known = this.#found.get(slot) ?? []
    this.#found.set(slot, known)
    const at = known.indexOf(value)
    if (at === 0) return
    if (at > 0) known.splice(at, 1)
    known.push(value)
    // The first is what the scene was built with; what was not heard of for long may be gone.
    if (known.length > KEPT) known.splice(1, 1)
  }

  #forget(entry: Entry, address: string): void {
    const at = address.lastIndexOf('/')
    const slot = `${address.slice(0, at)}${entry.path.slice(entry.path.lastIndexOf('/'))}`
    const known = this.#found.get(slot) ?? []
    const isGone = (value: unknown) =>
      encodeURIComponent(String(value)) === address.slice(at + 1) && !this.#kept.has(`${slot} ${value}`)
    const gone = known.findIndex(isGone)
    if (gone >= 0) known.splice(gone, 1)
  }

  /** The address of a route, with things in it that exist. */
  address(entry: Entry, dice: Dice): string {
    const endsLife = entry.method === 'DELETE' || ['updateMember', 'updateUser'].includes(entry.name)
    let address = ''
    for (const [at, segment] of entry.path.split('/').slice(1).entries()) {
      const slot = `${address}/${segment}`
      if (!segment.startsWith('{')) {
        address = slot
        continue
      }
      const isTarget = slot.split('/').length === entry.path.split('/').length && at > 0
      const spared = (value: unknown) => endsLife && isTarget && this.#kept.has(`${slot} ${value}`)
      const known = (this.#found.get(slot) ?? []).filter((value) => !spared(value))
      // Most requests go to one organization and one project, where the most is known.
      const usual = isTarget && at > 1 ? undefined : known[0]
      const chosen = dice.chance(0.8) ? (usual ?? dice.pick(known)) : dice.pick(known)
      address += `/${encodeURIComponent(String(chosen ?? 1e6 + dice.below(20)))}`
    }
    return address
  }

  /** Values for a field: given for its name, or found around an address (`targetNamespaceId`, `keyIds`). */
  known(address: string, given: Record<string, readonly unknown[]>): Known {
    const [, root = ''] = /^(\/\w+\/\w+)/.exec(address) ?? []
    return (field) => {
      if (Object.hasOwn(given, field)) return { values: given[field] ?? [], share: 0.8 }
      const singular = field.replace(/s$/, '').toLowerCase()
      const alike = Object.keys(given).find((name) => singular.endsWith(name.toLowerCase()))
      if (alike) return { values: given[alike] ?? [], share: 0.8 }
      for (const [slot, values] of this.#found) {
        const param = /\{(\w+)\}$/.exec(slot)?.[1]?.toLowerCase()
        if (!param || !slot.startsWith(`${root}/`) || !singular.endsWith(param)) continue
        // Names must mostly be new ones, ids never can be.
        return { values, share: typeof values[0] === 'number' ? 0.8 : 0.2 }
      }
      return { values: [], share: 0 }
    }
  }
}

const isObject = (value: unknown): value is Learned =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The object itself, and those it lists or wraps. */
function itemsOf(body: unknown): Learned[] {
  if (Array.isArray(body)) return body.slice(0, 10).filter(isObject)
  if (!isObject(body)) return []
  const inside = Object.values(body).flatMap((part) => (Array.isArray(part) ? part.slice(0, 10) : [part]))
  return [body, ...inside].filter(isObject)
}
