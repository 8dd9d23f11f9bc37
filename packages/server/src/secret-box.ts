import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError, SHORTEST_SECRET_KEY } from './config.ts'

/** Keeps secrets at rest that must be read again, such as those that sign deliveries: a hash will not do. */
export interface SecretBox {
  /** There are keys that only open: what they sealed is to be sealed anew. */
  hasFormerKeys: boolean
  seal(text: string): Buffer
  /** Throws when the bytes were changed, or sealed under another key. */
  open(sealed: Buffer): string
  /** The same secret under the key of now; undefined when it is sealed with that already. Throws as `open` does. */
  reseal(sealed: Buffer): Buffer | undefined
}

const CIPHER = 'aes-256-gcm'
/** First byte of everything sealed, so that a later way to seal can live beside this one. */
const VERSION = Buffer.of(1)
const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32

interface KeySources {
  secretKey: string | undefined
  /** Opens what was sealed before SECRET_KEY changed. */
  secretKeyPrevious?: string | undefined
  dataDir: string
}

/**
 * The key comes from SECRET_KEY, or else from a file that is made at the first use. Both are texts that are used in the
 * same way: who adds a second instance sets SECRET_KEY to what the file of the first holds. Who sets SECRET_KEY to
 * something else beside such a file still reads what was sealed with the file.
 */
export async function openSecretBox(sources: KeySources): Promise<SecretBox> {
  if (sources.secretKey === undefined) await makeKeyFile(sources.dataDir)
  return boxOf(await readKeys(sources))
}

/** The keys that there are, the one that seals first; none when the service has never been started here. */
export async function readKeys({ secretKey, secretKeyPrevious, dataDir }: KeySources): Promise<string[]> {
  const ofFile = await readKeyFile(dataDir, secretKey === undefined)
  return [...new Set([secretKey ?? ofFile, secretKeyPrevious, ofFile].flatMap((key) => key?.trim() || []))]
}

/** The first key seals, and all of them open. */
export function boxOf(texts: readonly string[]): SecretBox {
  const [current, ...former] = texts.map((text) =>
    Buffer.from(hkdfSync('sha256', text, '', 'parlance webhook secrets', KEY_BYTES)),
  )
  if (!current) throw new Error('A secret box needs a key.')
  const seal = (text: string) => sealWith(current, text)
  const openFormer = (sealed: Buffer) => {
    for (const key of former) {
      const text = openWith(key, sealed)
      if (text !== undefined) return text
    }
    throw new Error('This secret was sealed under another key: is SECRET_KEY the same on all instances?')
  }
  return {
    hasFormerKeys: former.length > 0,
    seal,
    open: (sealed) => openWith(current, sealed) ?? openFormer(sealed),
    reseal: (sealed) => (openWith(current, sealed) === undefined ? seal(openFormer(sealed)) : undefined),
  }
}

function sealWith(key: Buffer, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(VERSION)
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([VERSION, nonce, cipher.getAuthTag(), content])
}

/** Undefined when the key does not fit, or the bytes were changed. */
function openWith(key: Buffer, sealed: Buffer): string | undefined {
  if (sealed[0] !== VERSION[0]) throw new Error('This secret was sealed by another version of Parlance.')
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES)
  const tag = sealed.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES)
  const content = sealed.subarray(1 + NONCE_BYTES + TAG_BYTES)
  try {
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(VERSION).setAuthTag(tag)
    return decipher.update(content, undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return undefined
  }
}

const keyFile = (dataDir: string) => join(dataDir, 'secret.key')

/** With `isNeeded`, a damaged one is told; else it is nobody's business. */
async function readKeyFile(dataDir: string, isNeeded: boolean): Promise<string | undefined> {
  try {
    const key = (await readFile(keyFile(dataDir), 'utf8')).trim()
    if (key.length >= SHORTEST_SECRET_KEY) return key
  } catch (error) {
    if (isCode(error, 'ENOENT') || !isNeeded) return undefined
    throw error
  }
  if (!isNeeded) return undefined
  throw new ConfigError(`${keyFile(dataDir)} must hold at least ${SHORTEST_SECRET_KEY} characters.`)
}

async function makeKeyFile(dataDir: string): Promise<void> {
  if (existsSync(keyFile(dataDir))) return
  await writeKeyFile(dataDir, randomBytes(KEY_BYTES).toString('base64url'))
}

/**
 * A link appears whole or not at all, and unlike a rename it never replaces the key of a process that was faster. The
 * disk has the key before anything can be sealed with it.
 */
export async function writeKeyFile(dataDir: string, key: string): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  const file = keyFile(dataDir)
  const draft = `${file}.${randomBytes(8).toString('hex')}`
  try {
    await writeDurably(draft, `${key}\n`)
    await link(draft, file)
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
  } finally {
    await rm(draft, { force: true })
  }
  await flush(dataDir)
}

async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function flush(directory: string): Promise<void> {
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
