import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** OWASP's figures for argon2id: 19 MiB, two passes, one lane. About 50 ms of one core. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const
const TAG_BYTES = 32
const SALT_BYTES = 16
/** More at once would leave no core and no memory for anything else. */
const AT_ONCE = 2

const derive = promisify(argon2)

let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running === AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** The password as a PHC string, which other argon2 implementations read too. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES)
  const tag = await inTurn(() => derive('argon2id', { message: password, nonce, tagLength: TAG_BYTES, ...COST }))
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(nonce)}$${base64(tag)}`
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

// Checked when there is no such account, so that an unknown email takes as long as a wrong password.
const STRANGER = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(randomBytes(SALT_BYTES))}$${base64(randomBytes(TAG_BYTES))}`

export async function verifyPassword(password: string, hash: string | null | undefined): Promise<boolean> {
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
  return timingSafeEqual(await inTurn(() => derive('argon2id', parameters)), tag) && hash != null
}
