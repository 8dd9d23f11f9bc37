// A device that makes passkeys and signs with them, as WebAuthn has it: what a browser and its authenticator do, with all
// that either could do wrong.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { certificatesOf } from './certificates.ts'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

/** CBOR of what passkeys are made of: maps, lists, small and negative numbers, texts, bytes. */
function cbor(value: unknown): Buffer {
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)])
  if (value instanceof Map)
    return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, item]) => [cbor(key), cbor(item)])])
  throw new Error(`No CBOR for ${String(value)}`)
}

function head(kind: number, length: number): Buffer {
  if (length < 24) return Buffer.of((kind << 5) | length)
  if (length < 256) return Buffer.of((kind << 5) | 24, length)
  return Buffer.of((kind << 5) | 25, length >> 8, length & 255)
}

const coseKey = (key: KeyObject) => {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
}

const PRESENT = 0x01
const VERIFIED = 0x04
const ATTESTED = 0x40

/** What goes otherwise than it should. */
interface Oddities {
  origin?: string
  rpId?: string
  /** The owner was not looked at. */
  isUnverified?: boolean
  type?: string
  /** It says who has made it, unasked, and where whoever checks that is to ask about its certificates. */
  revocations?: string
}

interface Options {
  challenge: string
  rpId?: string
  rp?: { id: string }
  user?: { id: string }
}

export class Authenticator {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly id = randomBytes(16)
  /** How often it has signed; may be moved back, as it is in a copy. */
  counter = 0
  /** Of the person it was made for. */
  userHandle: string | undefined

  /** As `navigator.credentials.create(…).toJSON()`. */
  create(given: object, oddities: Oddities = {}) {
    const { origin = 'http://localhost', rpId, isUnverified, type = 'webauthn.create', revocations } = oddities
    const options = given as Options
    this.userHandle = options.user?.id
    const attested = Buffer.concat([
      Buffer.alloc(16),
      Buffer.of(this.id.length >> 8, this.id.length & 255),
      this.id,
      coseKey(this.#keys.publicKey),
    ])
    const flags = ATTESTED | PRESENT | (isUnverified ? 0 : VERIFIED)
    const authData = this.#data(rpId ?? options.rp?.id ?? '', flags, attested)
    const clientDataJSON = clientData(type, options.challenge, origin)
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))])
    const statement = new Map<string, unknown>([
      ['fmt', revocations === undefined ? 'none' : 'android-key'],
      ['attStmt', revocations === undefined ? new Map() : this.#maker(signed, revocations)],
      ['authData', authData],
    ])
    return {
      ...this.#named(),
      response: {
        clientDataJSON,
        attestationObject: cbor(statement).toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  /** As `navigator.credentials.get(…).toJSON()`. */
  get(given: object, { origin = 'http://localhost', rpId, isUnverified, type = 'webauthn.get' }: Oddities = {}) {
    const options = given as Options
    this.counter++
    const data = this.#data(rpId ?? options.rpId ?? '', PRESENT | (isUnverified ? 0 : VERIFIED))
    const clientDataJSON = clientData(type, options.challenge, origin)
    const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))])
    return {
      ...this.#named(),
      response: {
        clientDataJSON,
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
        ...(this.userHandle === undefined ? {} : { userHandle: this.userHandle }),
      },
    }
  }

  #maker(signed: Buffer, revocations: string) {
    const { publicKey, privateKey } = this.#keys
    return new Map<string, unknown>([
      ['alg', -7],
      ['sig', sign('sha256', signed, privateKey)],
      ['x5c', certificatesOf(publicKey, signed.subarray(-32), revocations)],
    ])
  }

  #named() {
    const id = this.id.toString('base64url')
    return { id, rawId: id, type: 'public-key' as const }
  }

  #data(rpId: string, flags: number, attested: Buffer = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    return Buffer.concat([sha256(rpId), Buffer.of(flags), counter, attested])
  }
}

const clientData = (type: string, challenge: string, origin: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url')
