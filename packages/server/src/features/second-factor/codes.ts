import { randomBytes, timingSafeEqual } from 'node:crypto'
import { HOTP, Secret, TOTP } from 'otpauth'

// What all apps can do. Some read the address and silently take these whatever it says.
const PERIOD_S = 30
const DIGITS = 6
const ALGORITHM = 'SHA1'
const SECRET_BYTES = 20
/** A code is good for the period it is of and for those beside it: clocks differ, and people type. */
const STEPS_BESIDE = 1

const ISSUER = 'Parlance'

/** For an app that makes codes, in Base32. */
export const newTotpSecret = () => new Secret({ size: SECRET_BYTES }).base32

/** What the app is given, mostly as a picture. */
export const addressOfSecret = (secret: string, account: string) =>
  new TOTP({
    issuer: ISSUER,
    label: account,
    secret: Secret.fromBase32(secret),
    algorithm: ALGORITHM,
    digits: DIGITS,
    period: PERIOD_S,
  }).toString()

/** The period whose code this is, of those later than `after`; undefined when it is none that is good now. */
export function stepOfCode(secret: string, code: string, now: Date, after: number): number | undefined {
  const current = Math.floor(now.getTime() / 1000 / PERIOD_S)
  const key = Secret.fromBase32(secret)
  for (let step = Math.max(current - STEPS_BESIDE, after + 1); step <= current + STEPS_BESIDE; step++) {
    const right = HOTP.generate({ secret: key, algorithm: ALGORITHM, digits: DIGITS, counter: step })
    if (timingSafeEqual(Buffer.from(right), Buffer.from(code))) return step
  }
  return undefined
}

/** As people write codes: in groups, with spaces or hyphens, in either case, with the digits of their keyboard. */
const bare = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) % 16))
    .replaceAll(/[\s\p{Dash}]/gu, '')
    .toUpperCase()

/** What was typed: a code of the app, or a recovery code, or neither. */
export function readCode(text: string): { totp: string } | { recovery: string } | undefined {
  const code = bare(text)
  if (/^\d{6}$/.test(code)) return { totp: code }
  // The letters that such codes do not have are taken for those that they are mixed up with.
  const recovery = code.replaceAll('0', 'O').replaceAll('1', 'I').replaceAll('8', 'B')
  return /^[A-Z2-7]{16}$/.test(recovery) ? { recovery } : undefined
}

const RECOVERY_CODES = 10
/** 80 bits, which is 16 letters: nobody guesses one, neither here nor from a plain hash of it. */
const RECOVERY_BYTES = 10

/** New ones as they are shown and typed: four groups of four. */
export const newRecoveryCodes = () =>
  Array.from({ length: RECOVERY_CODES }, () =>
    (new Secret({ buffer: new Uint8Array(randomBytes(RECOVERY_BYTES)).buffer }).base32.match(/.{4}/g) ?? []).join('-'),
  )

/** A recovery code as it is hashed. */
export const bareRecoveryCode = (code: string) => code.replaceAll('-', '')
