import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Backup } from '../keys/delete-keys.ts'
import { fileFailure } from '../problem.ts'
import type { Portion } from './payload.ts'

/** What `--delete-missing` and `prune` have saved, as it is sent. */
export async function readBackup(cwd: string, path: string): Promise<Portion[]> {
  const text = await readFile(resolve(cwd, path), 'utf8')
  const { namespaces, statuses = {}, keys = {} } = parsed(path, text)
  return Object.entries(namespaces).flatMap(([namespace, byLocale]) =>
    Object.entries(byLocale).map(([locale, texts], at): Portion => {
      const described = at === 0 ? (keys[namespace] ?? {}) : {}
      const own = Object.entries(statuses[namespace]?.[locale] ?? {}).filter(([key]) => texts[key] !== '')
      return {
        namespace,
        locale,
        texts: { ...texts },
        statuses: Object.fromEntries(own),
        keys: { ...described } as Portion['keys'],
      }
    }),
  )
}

function parsed(path: string, text: string): Backup {
  try {
    const backup = JSON.parse(text)
    if (typeof backup?.namespaces === 'object' && backup.namespaces !== null) return backup
  } catch {}
  throw fileFailure(path, 'This is no file that "push --delete-missing" or "prune" has saved.')
}
