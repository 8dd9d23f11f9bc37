// Certificates as a device shows them that says who has made it (WebAuthn's `android-key`), with an address in them at which
// whoever checks one asks whether it was revoked.
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

const CONSTRUCTED = 0x20
const [INTEGER, BITS, BYTES, OBJECT, ENUMERATED, TEXT, SEQUENCE, SET, TIME] = [2, 3, 4, 6, 10, 12, 0x30, 0x31, 23]

function der(tag: number, ...parts: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part as string)))
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.of(tag, ...size), content])
}

/** A part of a certificate that is known by its number alone. */
const numbered = (at: number, ...parts: (Buffer | string)[]) => der(0x80 | CONSTRUCTED | at, ...parts)
const integer = (value: number) => der(INTEGER, Buffer.of(value))
const object = (hex: string) => der(OBJECT, Buffer.from(hex, 'hex'))
const extension = (hex: string, value: Buffer) => der(SEQUENCE, object(hex), der(BYTES, value))

const SIGNED_WITH = der(SEQUENCE, object('2a8648ce3d040302'))
const nameOf = (name: string) => der(SEQUENCE, der(SET, der(SEQUENCE, object('550403'), der(TEXT, name))))
const VALIDITY = der(SEQUENCE, der(TIME, '200101000000Z'), der(TIME, '491231235959Z'))

interface Certificate {
  subject: string
  key: KeyObject
  issuer: string
  signedBy: KeyObject
  extensions: Buffer[]
}

function certificate({ subject, key, issuer, signedBy, extensions }: Certificate): Buffer {
  const told = der(
    SEQUENCE,
    numbered(0, integer(2)),
    integer(1),
    SIGNED_WITH,
    nameOf(issuer),
    VALIDITY,
    nameOf(subject),
    key.export({ type: 'spki', format: 'der' }),
    ...(extensions.length > 0 ? [numbered(3, der(SEQUENCE, ...extensions))] : []),
  )
  return der(SEQUENCE, told, SIGNED_WITH, der(BITS, Buffer.of(0), sign('sha256', told, signedBy)))
}

/** Of a key that was made for this challenge, signed by a root that nobody knows. */
export function certificatesOf(key: KeyObject, challenge: Buffer, revocations: string): Buffer[] {
  const root = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const level = der(ENUMERATED, Buffer.of(1))
  const description = der(
    SEQUENCE,
    ...[integer(3), level, integer(4), level, der(BYTES, challenge), der(BYTES), der(SEQUENCE), der(SEQUENCE)],
  )
  const points = der(SEQUENCE, der(SEQUENCE, numbered(0, numbered(0, der(0x86, revocations)))))
  const signed = { issuer: 'Root', signedBy: root.privateKey }
  return [
    certificate({
      ...signed,
      subject: 'Device',
      key,
      extensions: [extension('2b06010401d679020111', description), extension('551d1f', points)],
    }),
    certificate({ ...signed, subject: 'Root', key: root.publicKey, extensions: [] }),
  ]
}
