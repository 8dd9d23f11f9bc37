import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Backup } from '../keys/delete-keys.ts'
import { fileFailure } from '../problem.ts'
import type { Facts } from '../service/last-answer.ts'
import type { Portion } from './payload.ts'

/** What `--delete-missing` and `prune` have saved, as it is sent. */
export async function readBackup(
  cwd: string,
  path: string,
  choose: (there: Pick<Facts, 'namespaces' | 'locales'>) => (portion: Pick<Portion, 'namespace' | 'locale'>) => boolean,
): Promise<Portion[]> {
  const text = await readFile(resolve(cwd, path), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw fileFailure(path, error.code === 'ENOENT' ? 'There is no such file.' : error.message, error.code)
  })
  const { namespaces, statuses = {}, keys = {} } = parsed(path, text)
  const locales = [...new Set(Object.values(namespaces).flatMap((byLocale) => Object.keys(byLocale)))]
  const isWanted = choose({ namespaces: Object.keys(namespaces), locales })
  return Object.entries(namespaces).flatMap(([namespace, byLocale]) => {
    const wanted = Object.entries(byLocale).filter(([locale]) => isWanted({ namespace, locale }))
    // What is said of the keys goes with whatever locale comes first.
    return wanted.map(([locale, texts], at): Portion => {
      const described = at === 0 ? (keys[namespace] ?? {}) : {}
      const own = Object.entries(statuses[namespace]?.[locale] ?? {}).filter(([key]) => texts[key] !== '')
      return {
        namespace,
        locale,
        texts: { ...texts },
        statuses: Object.fromEntries(own),
        keys: { ...described } as Portion['keys'],
      }
    })
  })
}

function parsed(path: string, text: string): Backup {
  try {
    const backup = JSON.parse(text)
    const { namespaces, statuses = {}, keys = {} } = backup
    if (isNested(namespaces, 3, 'string') && isNested(statuses, 3, 'string') && isNested(keys, 2, 'object'))
      return backup
  } catch {}
  throw fileFailure(path, 'This is no file that "push --delete-missing" or "prune" has saved.')
}

/** Objects in objects, so deep, with something of a type at their end. */
function isNested(value: unknown, depth: number, type: 'string' | 'object'): boolean {
  if (depth === 0) return typeof value === type && value !== null
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject && Object.values(value).every((one) => isNested(one, depth - 1, type))
}
