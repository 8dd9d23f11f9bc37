import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError, SHORTEST_SECRET_KEY } from './config.ts'

/** Keeps secrets at rest that must be read again, such as those that sign deliveries: a hash will not do. */
export interface SecretBox {
  seal(text: string): Buffer
  /** Throws when the bytes were changed, or sealed under another key. */
  open(sealed: Buffer): string
}

const CIPHER = 'aes-256-gcm'
/** First byte of everything sealed, so that a later way to seal can live beside this one. */
const VERSION = Buffer.of(1)
const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32

/**
 * The key comes from SECRET_KEY, or else from a file that is made at the first use. Both are texts that are used in the
 * same way: who adds a second instance sets SECRET_KEY to what the file of the first holds.
 */
export async function openSecretBox(options: { secretKey: string | undefined; dataDir: string }): Promise<SecretBox> {
  const source = options.secretKey?.trim() ?? (await keyOfFile(options.dataDir))
  return boxOf(Buffer.from(hkdfSync('sha256', source, '', 'parlance webhook secrets', KEY_BYTES)))
}

function boxOf(key: Buffer): SecretBox {
  return {
    seal(text) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(VERSION)
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([VERSION, nonce, cipher.getAuthTag(), content])
    },
    open(sealed) {
      if (sealed[0] !== VERSION[0]) throw new Error('This secret was sealed by another version of Parlance.')
      const nonce = sealed.subarray(1, 1 + NONCE_BYTES)
      const tag = sealed.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES)
      const content = sealed.subarray(1 + NONCE_BYTES + TAG_BYTES)
      try {
        const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
        decipher.setAAD(VERSION).setAuthTag(tag)
        return decipher.update(content, undefined, 'utf8') + decipher.final('utf8')
      } catch (cause) {
        throw new Error('This secret was sealed under another key: is SECRET_KEY the same on all instances?', { cause })
      }
    },
  }
}

async function keyOfFile(dataDir: string): Promise<string> {
  const file = join(dataDir, 'secret.key')
  try {
    return await read(file)
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error
  }
  await mkdir(dataDir, { recursive: true })
  await create(file, dataDir)
  return read(file)
}

async function read(file: string): Promise<string> {
  const key = (await readFile(file, 'utf8')).trim()
  if (key.length >= SHORTEST_SECRET_KEY) return key
  throw new ConfigError(`${file} must hold at least ${SHORTEST_SECRET_KEY} characters.`)
}

/**
 * A link appears whole or not at all, and unlike a rename it never replaces the key of a process that was faster. The
 * disk has the key before anything can be sealed with it.
 */
async function create(file: string, dataDir: string): Promise<void> {
  const draft = `${file}.${randomBytes(8).toString('hex')}`
  try {
    await writeDurably(draft, `${randomBytes(KEY_BYTES).toString('base64url')}\n`)
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
