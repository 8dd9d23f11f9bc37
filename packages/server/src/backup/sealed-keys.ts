import { createCipheriv, createDecipheriv, randomBytes, type ScryptOptions, scrypt } from 'node:crypto'
import { promisify } from 'node:util'

/** Base64. */
export interface SealedKeys {
  salt: string
  nonce: string
  sealed: string
}

/** OWASP's figures for scrypt: 128 MiB, a third of a second of one core. They belong to the format of the file. */
const COST: ScryptOptions = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 }
const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const SALT_BYTES = 16
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** What was sealed for another purpose does not open here. */
const PURPOSE = Buffer.from('parlance backup keys 1')

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)
/** People type it on different keyboards. */
const keyOf = (passphrase: string, salt: Buffer) => derive(passphrase.normalize('NFC'), salt, KEY_BYTES, COST)

/** The keys that seal secrets, the one that seals first, under a passphrase. */
export async function sealKeys(keys: readonly string[], passphrase: string): Promise<SealedKeys> {
  const salt = randomBytes(SALT_BYTES)
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, await keyOf(passphrase, salt), nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(PURPOSE)
  const content = Buffer.concat([cipher.update(JSON.stringify(keys), 'utf8'), cipher.final(), cipher.getAuthTag()])
  return { salt: salt.toString('base64'), nonce: nonce.toString('base64'), sealed: content.toString('base64') }
}

/** Undefined: it is another passphrase. */
export async function openKeys({ salt, nonce, sealed }: SealedKeys, passphrase: string): Promise<string[] | undefined> {
  const key = await keyOf(passphrase, Buffer.from(salt, 'base64'))
  const content = Buffer.from(sealed, 'base64')
  const options = { authTagLength: TAG_BYTES }
  const decipher = createDecipheriv(CIPHER, key, Buffer.from(nonce, 'base64'), options)
  decipher.setAAD(PURPOSE).setAuthTag(content.subarray(-TAG_BYTES))
  try {
    return JSON.parse(decipher.update(content.subarray(0, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8'))
  } catch {
    return undefined
  }
}
