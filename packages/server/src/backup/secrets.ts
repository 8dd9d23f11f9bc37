import { type Config, SHORTEST_SECRET_KEY } from '../config.ts'
import type { Handle } from '../db/pool.ts'
import { countSealed } from '../reseal.ts'
import { boxOf, readKeys, type SecretBox } from '../secret-box.ts'
import { StartFault } from '../start-fault.ts'
import type { Header } from './format.ts'
import { openKeys, type SealedKeys, sealKeys } from './sealed-keys.ts'

type Told = Header['secrets']

/** The keys that there are under the passphrase; undefined when either is missing. */
export async function sealedKeysOf(config: Config): Promise<SealedKeys | undefined> {
  const keys = await readKeys(config)
  return config.backupPassphrase === undefined || keys.length === 0
    ? undefined
    : sealKeys(keys, config.backupPassphrase)
}

/** What a backup says of the secrets in it. They are tried: it may be made where the service's keys are not. */
export async function describeSecrets(db: Handle, config: Config, keys: SealedKeys | undefined): Promise<Told> {
  const known = await readKeys(config)
  const counts = await countSealed(db, known.length === 0 ? undefined : boxOf(known))
  const keyFrom = config.secretKey !== undefined ? 'SECRET_KEY' : known.length > 0 ? 'secret.key' : 'nowhere'
  return { ...counts, keyFrom, ...(keys && { keys }) }
}

const WHAT_FOLLOWS =
  'webhooks need new ones, which their receivers must be given, and people come in with a recovery code and set their second factor up anew'

/** What becomes of them, told when a backup is made. */
export function aboutSecrets({ count, unreadable, keyFrom, keys }: Told): string[] {
  const lines = [
    keys
      ? 'The key that opens the secrets of webhooks and second factors is in it, under BACKUP_PASSPHRASE. Keep that elsewhere.'
      : leftOut(keyFrom, count),
  ]
  if (unreadable > 0)
    lines.push(
      `${unreadable} secrets of webhooks or second factors were sealed under keys that are not here. Are SECRET_KEY and DATA_DIR those of the service? As it is, they are lost with a restore: ${WHAT_FOLLOWS}.`,
    )
  return lines
}

function leftOut(keyFrom: Told['keyFrom'], count: number): string {
  const which = 'The key that opens the secrets of webhooks and second factors'
  if (count === 0 && keyFrom !== 'nowhere')
    return `${which} is left out, because BACKUP_PASSPHRASE is not set; there is none yet.`
  const otherwise = `all ${count} are lost: ${WHAT_FOLLOWS}`
  switch (keyFrom) {
    case 'SECRET_KEY':
      return `${which} is left out, because BACKUP_PASSPHRASE is not set. Restore with the same SECRET_KEY, or ${otherwise}.`
    case 'secret.key':
      return `${which} is left out, because BACKUP_PASSPHRASE is not set. Set it and back up again, or keep a copy of secret.key in DATA_DIR: without that ${otherwise}.`
    case 'nowhere':
      return `${which} is not in it: there is none here, neither in SECRET_KEY nor as secret.key in DATA_DIR.`
  }
}

/** What the secrets of a backup are opened and sealed with where it is restored. */
export interface KeysHere {
  /** Undefined: there is no key at all, and nothing can be opened. */
  box: SecretBox | undefined
  /** The key to be written to DATA_DIR, where there is none yet. */
  keyForFile: string | undefined
}

/** The key of this place seals, if it has one; else that of the backup comes with it. */
export async function keysFor(path: string, { secrets }: Header, config: Config): Promise<KeysHere> {
  const here = await readKeys(config)
  const brought = secrets.keys === undefined ? [] : await openBrought(path, secrets.keys, config)
  const all = [...new Set([...here, ...brought])]
  return {
    box: all.length === 0 ? undefined : boxOf(all),
    keyForFile: here.length === 0 ? brought.find((key) => key.length >= SHORTEST_SECRET_KEY) : undefined,
  }
}

async function openBrought(path: string, keys: SealedKeys, { backupPassphrase }: Config): Promise<string[]> {
  if (backupPassphrase === undefined) {
    throw new StartFault(
      `${path} has the key of secrets under a passphrase. Set BACKUP_PASSPHRASE to it; or, to do without, give --without-secrets: ${WHAT_FOLLOWS}.`,
    )
  }
  const opened = await openKeys(keys, backupPassphrase)
  if (opened) return opened
  throw new StartFault(`BACKUP_PASSPHRASE is not the passphrase that ${path} was made with.`)
}
