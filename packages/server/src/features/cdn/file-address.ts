import { fileName, formatOf, nameOfFile } from '@parlance/formats'
import { localeCode } from '../../locale.ts'

/** One published file; a null namespace is the default one. */
export interface FileAddress {
  namespace: string | null
  locale: string
}

/** Of whatever is published, so that a project can change its format and its files keep their addresses. */
const EXTENSION = `.${formatOf('json').extensions[0]}`

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
    const address = parseAddress(path)
    if (!address) return undefined
    const asked = { token: address.token, names: [...new Set(spellings(address))] }
    if (path.length > LONGEST_KEPT) return asked
    if (this.#known.size >= KEPT) this.#known.clear()
    this.#known.set(path, asked)
    return asked
  }
}

/** Reads what follows `/cdn/` in the address as it was sent: `<token>/<namespace>/<locale>.json`. */
function parseAddress(path: string): (FileAddress & { token: string }) | undefined {
  const [token, ...parts] = path.split('/').map(decoded)
  const file = parts.pop()
  if (!token || !TOKEN.test(token) || !file?.endsWith(EXTENSION) || parts.includes(undefined)) return undefined
  // A proxy on the way may have decoded the slashes of a namespace already.
  const namespace = parts.length === 0 ? null : parts.join('/')
  return { token, namespace, locale: file.slice(0, -EXTENSION.length) }
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

/** A name for maps. No text of ours holds U+0000. */
export const addressKey = ({ namespace, locale }: FileAddress) =>
  namespace === null ? locale : `${namespace}\0${locale}`

/**
 * The names under which a file may be asked for, the exact one first. Clients resolve the namespaces `.` and `..` away
 * before they send them, however they are encoded; as the file name that archives use they arrive.
 */
function* spellings({ namespace, locale }: FileAddress): Generator<string> {
  yield addressKey({ namespace, locale })
  const spelled = namespace === null ? null : nameOfFile(namespace)
  for (const code of [locale, localeCode(locale)]) {
    yield addressKey({ namespace, locale: code })
    yield addressKey({ namespace: spelled, locale: code })
  }
}

const CLIMBS = /(^|\/)\.{1,2}(\/|$)/

/**
 * The name of the object in a bucket. Hosts decode an address once, so it is the namespace as it is; only one that
 * clients would resolve away gets the file name that archives use.
 */
export function objectName({ namespace, locale }: FileAddress): string {
  return namespace === null ? locale + EXTENSION : `${safeName(namespace)}/${locale}${EXTENSION}`
}

const safeName = (namespace: string) => (CLIMBS.test(namespace) ? fileName(namespace) : namespace)

/** What follows the address of the project, as any client can send it. Here and at a bucket it leads to the same file. */
export function publicPath({ namespace, locale }: FileAddress): string {
  return namespace === null ? locale + EXTENSION : `${encodeURIComponent(safeName(namespace))}/${locale}${EXTENSION}`
}
