import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { type Asker, PasswordLine } from './password-line.ts'

/** OWASP's figures for argon2id: 19 MiB, two passes, one lane. About 50 ms of one core. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const
const TAG_BYTES = 32
const SALT_BYTES = 16
/** More at once would leave no core and no memory for anything else. */
const AT_ONCE = 2

const derive = promisify(argon2)

/**
 * The last of 64 sources waits 64 turns at most, which is about three seconds. Who is known waits for none of them, and of
 * those there are as many as people who arrive at work together.
 */
const line = new PasswordLine(AT_ONCE, {
  known: { sources: 1_000, turns: 1_000 },
  others: { sources: 64, turns: 500 },
})

/** Waits for a turn to check or make a password. Whatever must be counted in its order is done in it, too. */
export const inPasswordLine = <T>(asker: Asker, work: () => Promise<T>) => line.take(asker, work)

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** The password as a PHC string, which other argon2 implementations read too. */
export async function hashPassword(asker: Asker, password: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES)
  const parameters = { message: password, nonce, tagLength: TAG_BYTES, ...COST }
  const tag = await inPasswordLine(asker, () => derive('argon2id', parameters))
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(nonce)}$${base64(tag)}`
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

// Checked when there is no such account, so that an unknown email takes as long as a wrong password.
const STRANGER = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(randomBytes(SALT_BYTES))}$${base64(randomBytes(TAG_BYTES))}`

/** For whoever has their turn in the line. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const [, memory, passes, parallelism, salt, expected] = PHC.exec(hash ?? STRANGER) ?? []
  const tag = Buffer.from(expected ?? '', 'base64')
  const parameters = {
    message: password,
    nonce: Buffer.from(salt ?? '', 'base64'),
    tagLength: tag.length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  }
  return timingSafeEqual(await derive('argon2id', parameters), tag) && hash !== null
}
