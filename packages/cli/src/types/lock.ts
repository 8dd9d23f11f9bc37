import { readFile } from 'node:fs/promises'
import { type BreakingChange, breakingChanges, type Parameter } from '@parlance/checks'
import { compareCodePoints } from '@parlance/formats'
import { fileFailure } from '../problem.ts'
import type { TypedKey } from './typed-key.ts'

/** Something that code would meet which was written for a lock. */
export interface Breaking extends BreakingChange {
  namespace: string
  key: string
}

/** What code expects, as a file: the same keys are always the same bytes, one key on a line. */
export function lockOf(keys: readonly TypedKey[]): string {
  const sorted = keys.toSorted((a, b) => compareCodePoints(a.namespace, b.namespace) || compareCodePoints(a.key, b.key))
  const lines = sorted.map(({ namespace, key, params }) => `    ${JSON.stringify({ namespace, key, params })}`)
  return lines.length === 0 ? '{ "keys": [] }\n' : `{\n  "keys": [\n${lines.join(',\n')}\n  ]\n}\n`
}

export interface Lock {
  keys: TypedKey[]
  /** In which line a key stands; undefined where somebody has formatted the file anew. */
  lineOf(key: Pick<TypedKey, 'namespace' | 'key'>): number | undefined
}

export async function readLock(path: string, shown: string): Promise<Lock> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw fileFailure(shown, error.code === 'ENOENT' ? 'There is no such file.' : error.message)
  })
  try {
    const { keys } = JSON.parse(text) as { keys?: unknown }
    if (Array.isArray(keys) && keys.every(isTypedKey)) return { keys, lineOf: (key) => lineIn(text, key) }
  } catch {
    // Told below, as what is no lock in another way.
  }
  throw fileFailure(shown, 'The file was not written by `parlance types --lock`.', 'syntax_error')
}

function lineIn(text: string, { namespace, key }: Pick<TypedKey, 'namespace' | 'key'>): number | undefined {
  const at = text.indexOf(`${JSON.stringify({ namespace, key }).slice(0, -1)},`)
  return at < 0 ? undefined : text.slice(0, at).split('\n').length
}

const isTypedKey = (value: unknown): value is TypedKey => {
  const { namespace, key, params } = (value ?? {}) as Partial<Record<keyof TypedKey, unknown>>
  return typeof namespace === 'string' && typeof key === 'string' && Array.isArray(params) && params.every(isParameter)
}

const isParameter = (value: unknown): value is Parameter => {
  const { name, type, required } = (value ?? {}) as Partial<Record<keyof Parameter, unknown>>
  return typeof name === 'string' && typeof type === 'string' && typeof required === 'boolean'
}

/** What would break code that was written for a lock, in the order of the lock. */
export function breakingIn(locked: readonly TypedKey[], now: readonly TypedKey[]): Breaking[] {
  const known = new Map(now.map((one) => [idOf(one), one.params]))
  return locked.flatMap((one) =>
    breakingChanges(one.params, known.get(idOf(one)) ?? null).map((change) => ({
      namespace: one.namespace,
      key: one.key,
      ...change,
    })),
  )
}

const idOf = ({ namespace, key }: Pick<TypedKey, 'namespace' | 'key'>) => `${namespace}\0${key}`
