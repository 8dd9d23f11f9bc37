import { exact, isAny, isExact, joined, matches, type Pattern, shownPattern } from './pattern.ts'
import { type Names, ProjectKeys } from './project-keys.ts'
import type { FileKeys, Kept, Place, Use } from './use.ts'

export interface PlacedKey extends Place {
  namespace: string
  key: string
  file: string
}

export interface PlacedPattern extends Place {
  namespace: string
  pattern: string
  file: string
}

export interface Scanned {
  used: PlacedKey[]
  missing: PlacedKey[]
  unused: { namespace: string; key: string }[]
  dynamic: PlacedPattern[]
}

/** Keys in code against keys of the project. */
export class Comparison {
  readonly #project: ProjectKeys
  readonly #result: Scanned = { used: [], missing: [], unused: [], dynamic: [] }
  readonly #usedKeys = new Map<string, Set<string>>()
  /** Of these nobody can tell what is unused. */
  readonly #open = new Set<string>()
  /** Where keys that only patterns name are shown to be used. */
  readonly #byPattern: { found: readonly string[]; namespace: string; place: Place & { file: string } }[] = []
  readonly #matched = new Map<string, readonly string[]>()

  constructor(names: Names) {
    this.#project = new ProjectKeys(names)
  }

  add(file: string, { uses, kept }: FileKeys): void {
    for (const use of uses) this.#addUse(use, { file, line: use.line, column: use.column })
    for (const one of kept) this.#keep(one, file)
  }

  /** What the configuration keeps, with or without a namespace before it. */
  keep(pattern: string): void {
    for (const { namespace, pattern: own } of this.#project.keptBy(pattern))
      for (const key of this.#matching(namespace, own)) this.#use(namespace, key)
  }

  end(): Scanned {
    const { used, missing, dynamic } = this.#result
    // A key is told once for a pattern, and not at all where its own name stands somewhere.
    for (const { found, namespace, place } of this.#byPattern)
      for (const key of found) if (this.#use(namespace, key)) used.push({ namespace, key, ...place })
    for (const { namespace, key } of this.#project.all())
      if (!this.#open.has(namespace) && !this.#usedKeys.get(namespace)?.has(key))
        this.#result.unused.push({ namespace, key })
    const { unused } = this.#result
    return { used: inOrder(used), missing: inOrder(missing), unused, dynamic: inOrder(dynamic) }
  }

  #addUse(use: Use, place: Place & { file: string }): void {
    const { namespace, ways, quiet = [], endings = [], isOptional = false } = use
    const namespaces = this.#project.namespacesOf(namespace)
    let isThere = false
    for (const way of ways) {
      if (isExact(way)) isThere = this.#addKey(namespaces, way[0] ?? '', namespace, place) || isThere
      else isThere = this.#addPattern(namespaces, way, namespace === null, place) || isThere
    }
    for (const one of namespaces) {
      for (const way of quiet)
        for (const key of this.#matching(one, way)) isThere = this.#tell(one, key, place) || isThere
      for (const way of endings.length > 0 ? ways : [])
        for (const key of this.#ending(one, way, endings)) isThere = this.#tell(one, key, place) || isThere
    }
    const last = ways.at(-1)
    if (isThere || isOptional || !last || !isExact(last)) return
    const [first = this.#project.defaultName] = namespaces
    this.#result.missing.push({ namespace: first, key: last[0] ?? '', ...place })
  }

  #addKey(
    namespaces: readonly string[],
    key: string,
    named: Use['namespace'],
    place: Place & { file: string },
  ): boolean {
    for (const namespace of namespaces) {
      const own = this.#project.find(namespace, key)
      if (own !== undefined) return this.#tell(namespace, own, place)
    }
    // A text may hold what elsewhere parts a namespace from a key.
    if (typeof named !== 'string' || this.#project.has(named)) return false
    const whole = `${named}:${key}`
    const { defaultName } = this.#project
    return this.#project.find(defaultName, whole) !== undefined && this.#tell(defaultName, whole, place)
  }

  /** Whether anything is like it, or could be. */
  #addPattern(
    namespaces: readonly string[],
    way: Pattern,
    isAnywhere: boolean,
    place: Place & { file: string },
  ): boolean {
    const pattern = shownPattern(way)
    const [first = ''] = namespaces
    this.#result.dynamic.push({ namespace: isAnywhere ? '*' : first, pattern, ...place })
    let isThere = false
    for (const namespace of namespaces) {
      if (isAny(way)) this.#open.add(namespace)
      const found = isAny(way) ? [] : this.#matching(namespace, way)
      if (found.length > 0) this.#byPattern.push({ found, namespace, place })
      isThere ||= isAny(way) || found.length > 0
    }
    return isThere
  }

  #keep({ pattern, line, column }: Kept, file: string): void {
    for (const { namespace, pattern: own } of this.#project.keptBy(pattern))
      this.#byPattern.push({ found: this.#matching(namespace, own), namespace, place: { file, line, column } })
  }

  #tell(namespace: string, key: string, place: Place & { file: string }): true {
    this.#use(namespace, key)
    this.#result.used.push({ namespace, key, ...place })
    return true
  }

  /** Whether that is new. */
  #use(namespace: string, key: string): boolean {
    const keys = this.#usedKeys.get(namespace) ?? new Set<string>()
    this.#usedKeys.set(namespace, keys)
    if (keys.has(key)) return false
    keys.add(key)
    return true
  }

  /** Nearly always none, and for a plain name one look tells. */
  #ending(namespace: string, way: Pattern, endings: NonNullable<Use['endings']>): readonly string[] {
    if (isExact(way)) return this.#project.withEndings(namespace, way[0] ?? '', endings)
    return endings.flatMap((ending) => this.#matching(namespace, joined(way, exact(ending))))
  }

  #matching(namespace: string, pattern: Pattern): readonly string[] {
    if (isExact(pattern)) return this.#project.hasKey(namespace, pattern[0] ?? '') ? [pattern[0] ?? ''] : []
    const id = `${namespace}\0${pattern.join('\0')}`
    const known = this.#matched.get(id)
    if (known) return known
    const found = this.#project.keysFrom(namespace, pattern[0] ?? '').filter((key) => matches(pattern, key))
    this.#matched.set(id, found)
    return found
  }
}

const order = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0)

const byPlace = (a: PlacedKey | PlacedPattern, b: PlacedKey | PlacedPattern) =>
  order(a.file, b.file) || a.line - b.line || a.column - b.column || order(a.namespace, b.namespace)

/** What two frameworks find in one place is told once. */
function inOrder<T extends PlacedKey | PlacedPattern>(list: readonly T[]): T[] {
  const found = new Map(list.map((row) => [Object.values(row).join('\0'), row]))
  return [...found.values()].sort(byPlace)
}
