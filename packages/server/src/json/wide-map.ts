/** Names that are held together. What grows is made anew as a whole, which takes 50 ms at 600,000 names. */
const TOGETHER = 20_000
const PAGES = 256

/**
 * An object of any number of names. An object of the language would put them all into one table, and into another of the
 * engine, and both keep everybody waiting whenever they grow. Here an object holds the first of them, and what comes
 * after it is spread over many maps.
 *
 * It is a class, so that nobody takes it for an object with names of its own: asked for those, it has none, whether it
 * holds three members or a million.
 */
export class WideMap<T> implements Iterable<[name: string, member: T]> {
  readonly #first: Record<string, T>
  /** Of what comes after the first, in its order. */
  readonly #names: string[][] = []
  #pages: Map<string, T>[] | undefined

  /** The object must not have more names than `isFull` allows, unless it was there as a whole already. */
  constructor(first: Record<string, T> = {}) {
    this.#first = first
  }

  /** Whether an object with so many names should grow no more. */
  static isFull = (names: number) => names >= TOGETHER

  get(name: string): T | undefined {
    return Object.hasOwn(this.#first, name) ? this.#first[name] : this.#pages?.[pageOf(name)]?.get(name)
  }

  set(name: string, member: T): void {
    if (Object.hasOwn(this.#first, name)) {
      setMember(this.#first, name, member)
      return
    }
    this.#pages ??= Array.from({ length: PAGES }, () => new Map())
    const page = this.#pages[pageOf(name)] as Map<string, T>
    if (!page.has(name)) this.#note(name)
    page.set(name, member)
  }

  #note(name: string): void {
    const last = this.#names.at(-1)
    if (last && last.length < TOGETHER) last.push(name)
    else this.#names.push([name])
  }

  /** In the order in which they came. */
  *names(): Generator<string, void, void> {
    yield* Object.keys(this.#first)
    for (const list of this.#names) yield* list
  }

  *[Symbol.iterator](): Generator<[name: string, member: T], void, void> {
    for (const name of this.names()) yield [name, this.get(name) as T]
  }
}

/** An assignment would take `__proto__` for something else. */
export function setMember<T>(object: Record<string, T>, name: string, value: T): void {
  if (name === '__proto__')
    Object.defineProperty(object, '__proto__', { value, enumerable: true, configurable: true, writable: true })
  else object[name] = value
}

/** Of long names, both ends tell. */
function pageOf(name: string): number {
  let hash = name.length
  const skipped = name.length > 128 ? name.length - 128 : 0
  for (let at = 0; at < name.length; at++) {
    if (at === 64) at += skipped
    hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193)
  }
  return (hash ^ (hash >>> 16)) & (PAGES - 1)
}
