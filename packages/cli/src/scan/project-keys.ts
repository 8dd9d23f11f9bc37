import { type Pattern, patternOf } from './pattern.ts'
import type { NamespaceName } from './use.ts'

export interface Names {
  namespaces: readonly string[]
  /** Of keys that name no namespace. */
  defaultName: string
  keys: readonly { namespace: string; key: string }[]
}

/** i18next calls the namespace so that nobody has named. */
const UNNAMED = 'translation'

const PLURAL = /_(?:ordinal_)?(?:zero|one|two|few|many|other)$|_plural$/

/** The keys of a project by their names. */
export class ProjectKeys {
  readonly defaultName: string
  readonly #keys: ReadonlyMap<string, ReadonlySet<string>>
  readonly #sorted = new Map<string, readonly string[]>()

  constructor({ namespaces, defaultName, keys }: Names) {
    this.defaultName = defaultName
    const byNamespace = new Map<string, Set<string>>(namespaces.map((name) => [name, new Set()]))
    for (const { namespace, key } of keys) byNamespace.get(namespace)?.add(key)
    this.#keys = byNamespace
  }

  has(namespace: string): boolean {
    return this.#keys.has(namespace)
  }

  hasKey(namespace: string, key: string): boolean {
    return this.#keys.get(namespace)?.has(key) ?? false
  }

  /** Those that begin so: patterns are many, and most have a beginning. */
  keysFrom(namespace: string, beginning: string): readonly string[] {
    const sorted = this.#sorted.get(namespace) ?? [...(this.#keys.get(namespace) ?? [])].sort()
    this.#sorted.set(namespace, sorted)
    const from = firstWhere(sorted, (key) => key >= beginning)
    return sorted.slice(
      from,
      firstWhere(sorted, (key) => key >= beginning && !key.startsWith(beginning)),
    )
  }

  withEndings(namespace: string, name: string, endings: readonly `_${string}`[]): readonly string[] {
    return this.keysFrom(namespace, `${name}_`).filter((key) => endings.some((ending) => key === name + ending))
  }

  all(): { namespace: string; key: string }[] {
    return [...this.#keys].flatMap(([namespace, keys]) => [...keys].map((key) => ({ namespace, key })))
  }

  /** Where a key may be, the likeliest first. */
  namespacesOf(named: NamespaceName): readonly string[] {
    if (named === undefined || (named === UNNAMED && !this.has(named))) return [this.defaultName]
    if (named !== null) return [named]
    return [this.defaultName, ...[...this.#keys.keys()].filter((name) => name !== this.defaultName)]
  }

  /** The key of that name, or the one that it is a plural form of. */
  find(namespace: string, key: string): string | undefined {
    if (this.hasKey(namespace, key)) return key
    const whole = key.replace(PLURAL, '')
    return whole !== key && this.hasKey(namespace, whole) ? whole : undefined
  }

  /** What `errors.*` and `shop:errors.*` keep. */
  keptBy(text: string): { namespace: string; pattern: Pattern }[] {
    const cut = text.indexOf(':')
    const namespace = text.slice(0, Math.max(cut, 0))
    if (cut > 0 && this.has(namespace)) return [{ namespace, pattern: patternOf(text.slice(cut + 1)) }]
    return [...this.#keys.keys()].map((name) => ({ namespace: name, pattern: patternOf(text) }))
  }
}

/** In an order where it holds for all that follow the first; the end where it holds for none. */
function firstWhere(sorted: readonly string[], holds: (key: string) => boolean): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(sorted[middle] ?? '')) high = middle
    else low = middle + 1
  }
  return low
}
