// Has i18next mark what it translates. A post-processor is its public way for that: it sees each text last, after
// parameters and nested texts, and is told which key was found in which namespace.
import { isMarked, markOf } from './marks.ts'

/** What of i18next is used, so that nothing has to be installed for its types. */
export interface I18next {
  options: object
  isInitialized?: boolean
  use(module: PostProcessor): unknown
  on(event: 'initialized', listener: () => void): unknown
  off(event: 'initialized', listener: () => void): unknown
}

interface PostProcessor {
  type: 'postProcessor'
  name: string
  process(value: string, key: string | string[], options: object): string
}

export interface TextKey {
  /** As i18next calls it. */
  namespace: string
  key: string
}

interface Settings {
  postProcess?: false | string | readonly string[]
  postProcessPassResolved?: boolean
  contextSeparator?: string
}

/** What i18next looked for, with the options of the call. */
interface Call {
  i18nResolved?: { res?: unknown; usedKey?: string; exactUsedKey?: string; usedNS?: string }
  context?: unknown
}

const NAME = 'parlance-context'

/** One numbering for all of a page: texts of several instances of i18next stand in it, and some from before. */
const keys: TextKey[] = []
const ids = new Map<string, number>()

export const keyOf = (id: number): TextKey | undefined => keys[id]

function idOf(textKey: TextKey): number {
  const name = `${textKey.namespace}\n${textKey.key}`
  const known = ids.get(name)
  if (known !== undefined) return known
  ids.set(name, keys.length)
  return keys.push(textKey) - 1
}

/** Marks texts until it is stopped, which leaves the options as they were. */
export class Marking {
  readonly #i18next: I18next
  #restore: ((options: object) => void) | undefined
  readonly #start = () => {
    const { options } = this.#i18next
    this.#restore?.(options)
    this.#restore = addTo(options)
  }

  constructor(i18next: I18next) {
    this.#i18next = i18next
    i18next.use({
      type: 'postProcessor',
      name: NAME,
      process: (value, key, call) => (this.#restore ? this.#mark(value, key, call) : value),
    })
    if (i18next.isInitialized) this.#start()
    // To initialize is to make other options of those that are there and those that are given.
    i18next.on('initialized', this.#start)
  }

  stop(): void {
    this.#i18next.off('initialized', this.#start)
    this.#restore?.(this.#i18next.options)
    this.#restore = undefined
  }

  #mark(value: unknown, asked: string | string[], { i18nResolved: found, context }: Call): string {
    if (typeof value !== 'string' || value === '' || !found?.usedKey || found.usedNS === undefined)
      return value as string
    // Of a missing key the key itself is shown. Applications compare the two to see that it is missing.
    if (found.res === undefined && [asked].flat().includes(value)) return value
    const { contextSeparator = '_' } = this.#i18next.options as Settings
    const key = keyOfService(found.usedKey, found.exactUsedKey, `${contextSeparator}${context}`)
    return isMarked(value) ? value : value + markOf(idOf({ namespace: found.usedNS, key }))
  }
}

/** A context makes a key of its own, a plural form does not. */
function keyOfService(key: string, found: string | undefined, context: string): string {
  return found?.startsWith(key + context) ? key + context : key
}

/** Returns what takes it back: what others change in the meantime stays. */
function addTo(options: Settings): (options: Settings) => void {
  const before = { ...options }
  const added = [...[before.postProcess || []].flat(), NAME]
  options.postProcess = added
  options.postProcessPassResolved = true
  return (now) => {
    if (now.postProcess === added) put(now, before, 'postProcess')
    put(now, before, 'postProcessPassResolved')
  }
}

function put<Name extends keyof Settings>(options: Settings, before: Settings, name: Name): void {
  const value = before[name]
  if (value === undefined) delete options[name]
  else options[name] = value
}
