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

export function aboutSecrets({ count, unreadable, keyFrom, keys }: Told): string[] {
  const many = `${count} webhook${count === 1 ? '' : 's'}`
  const without = {
    SECRET_KEY: `Restore with the same SECRET_KEY, or the webhooks (${count}) need new secrets, which their receivers must be given.`,
    'secret.key': `Keep a copy of secret.key in DATA_DIR, or set BACKUP_PASSPHRASE and back up again: restored without that file, the webhooks (${count}) need new secrets, which their receivers must be given.`,
    nowhere: '',
  }[keyFrom]
  const lost =
    unreadable > 0
      ? [
          `The secrets of ${unreadable} of ${many} were sealed under keys that are not here. Is SECRET_KEY that of the service, and DATA_DIR? As it is, these webhooks need new secrets after a restore.`,
        ]
      : []
  if (keys)
    return [
      `The key that opens the secrets of webhooks is in it, under BACKUP_PASSPHRASE. Keep that elsewhere.`,
      ...lost,
    ]
  return [
    `The key that opens the secrets of webhooks is left out, because BACKUP_PASSPHRASE is not set. ${without}`.trim(),
    ...lost,
  ]
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
      `${path} has the key of webhook secrets under a passphrase. Set BACKUP_PASSPHRASE to it; or, to do without, give --without-secrets, and webhooks need new secrets.`,
    )
  }
  const opened = await openKeys(keys, backupPassphrase)
  if (opened) return opened
  throw new StartFault(`BACKUP_PASSPHRASE is not the passphrase that ${path} was made with.`)
}
