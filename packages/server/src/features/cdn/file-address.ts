import { extensionOf, fileName, nameOfFile } from '@parlance/formats'
import { localeCode } from '../../locale.ts'

/** One published file; a null namespace is the default one. */
export interface FileAddress {
  namespace: string | null
  /** Where it lies in the folder of its namespace: `de.json`, `values-de/strings.xml`. */
  file: string
}

/** What no token looks like is not even looked for. */
const TOKEN = /^[\w-]{1,128}$/

/** What a path asks for: a project, and the names under which the file may be found there, in turn. */
export interface Asked {
  token: string
  names: string[]
}

/** Of so many paths it is kept what they mean. They are sent thousands of times, and reading one takes a tenth of an answer. */
const KEPT = 1_000
/** Strangers can send paths of 16 KB by the thousand; those of real files are shorter. */
const LONGEST_KEPT = 500

export class AskedPaths {
  readonly #known = new Map<string, Asked>()

  /** Reads what follows `/cdn/`; undefined where it can be nothing that is published. */
  read(path: string): Asked | undefined {
    const known = this.#known.get(path)
    if (known) return known
    const asked = parsePath(path)
    if (!asked || path.length > LONGEST_KEPT) return asked
    if (this.#known.size >= KEPT) this.#known.clear()
    this.#known.set(path, asked)
    return asked
  }
}

/** As many folders as any format puts around a file: `_locales/de/messages.json`. */
const DEEPEST = 3

/** Reads what follows `/cdn/` in the address as it was sent: `<token>/<namespace>/<locale>.json`. */
function parsePath(path: string): Asked | undefined {
  const [token, ...parts] = path.split('/').map(decoded)
  const whole = parts.filter((part) => part !== undefined)
  if (!token || !TOKEN.test(token) || whole.length < parts.length || !extensionOf(whole.at(-1) ?? '')) return undefined
  return { token, names: [...new Set(names(whole))] }
}

/** A proxy on the way may have decoded the slashes of a namespace already, so any number of parts may be its name. */
function* names(parts: readonly string[]): Generator<string> {
  for (let depth = 1; depth <= Math.min(DEEPEST, parts.length); depth++) {
    const namespace = depth === parts.length ? null : parts.slice(0, -depth).join('/')
    yield* spellings({ namespace, file: parts.slice(-depth).join('/') })
  }
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

/** A name for maps. No text of ours holds U+0000. */
export const addressKey = ({ namespace, file }: FileAddress) => (namespace === null ? file : `${namespace}\0${file}`)

export function addressOf(key: string): FileAddress {
  const at = key.indexOf('\0')
  return { namespace: at < 0 ? null : key.slice(0, at), file: key.slice(at + 1) }
}

/**
 * The names under which a file may be asked for, the exact one first. Clients resolve the namespaces `.` and `..` away
 * before they send them, however they are encoded; as the file name that archives use they arrive.
 */
function* spellings({ namespace, file }: FileAddress): Generator<string> {
  yield addressKey({ namespace, file })
  const spelled = namespace === null ? null : nameOfFile(namespace)
  for (const name of [file, canonical(file)]) {
    yield addressKey({ namespace, file: name })
    yield addressKey({ namespace: spelled, file: name })
  }
}

/** A file that is called after its language is found by any spelling of it. */
function canonical(file: string): string {
  const dot = file.lastIndexOf('.')
  return localeCode(file.slice(0, dot)) + file.slice(dot)
}

const CLIMBS = /(^|\/)\.{1,2}(\/|$)/

/**
 * The name of the object in a bucket. Hosts decode an address once, so it is the namespace as it is; only one that
 * clients would resolve away gets the file name that archives use.
 */
export const objectName = ({ namespace, file }: FileAddress) =>
  namespace === null ? file : `${safeName(namespace)}/${file}`

const safeName = (namespace: string) => (CLIMBS.test(namespace) ? fileName(namespace) : namespace)

/** What follows the address of the project, as any client can send it. Here and at a bucket it leads to the same file. */
export function publicPath({ namespace, file }: FileAddress): string {
  const parts = namespace === null ? [] : [safeName(namespace)]
  return [...parts, ...file.split('/')].map(encodeURIComponent).join('/')
}
