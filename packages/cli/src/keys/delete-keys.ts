import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { ParlanceError } from '@parlance/sdk'
import type { Invocation } from '../command.ts'
import type { Config } from '../config/config.ts'
import { exitCodes } from '../exit-codes.ts'
import { counted } from '../output/counted.ts'
import { Failure, usageFailure } from '../problem.ts'
import { keptPath, makeKept } from '../service/last-answer.ts'
import type { Service } from '../service/service.ts'
import { shownPath } from '../texts/places.ts'
import { createFile } from '../texts/replace-file.ts'
import { askValues, type ByPlace, type Values } from '../texts/values.ts'

export interface NamedKey {
  namespace: string
  key: string
}

/** Keys with all their values, as `push --file` reads them. */
export interface Backup {
  savedAt: string
  namespaces: ByPlace<string>
  statuses: Values['statuses']
  keys: Values['keys']
}

/** Deletion is agreed to by a flag, or by typing how many keys are meant. */
export async function agreeToDelete({ ask }: Pick<Invocation, 'ask'>, count: number, isAgreed: boolean): Promise<void> {
  if (isAgreed) return
  const keys = counted(count, 'key')
  const answer = await ask(`Delete ${keys} of the project? Type ${count} to do it: `, 'Use --yes.')
  if (answer.trim() !== String(count)) throw usageFailure('Nothing was deleted.')
}

const AT_ONCE = 10_000

/**
 * Saves keys with all their values to a file, then deletes them, by their ids: what was not saved is not deleted, whatever
 * others do meanwhile. Says where they were saved.
 */
export async function deleteKeys(
  service: Service,
  keys: readonly NamedKey[],
  { config, cwd }: { config: Config; cwd: string },
): Promise<string> {
  const { client, params } = service
  const wanted = new Set(keys.map(nameOf))
  const all = await client.getTypes({ params })
  const found = all.keys.filter((key) => wanted.has(nameOf(key)))
  const name = `deleted-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.json`
  const path = keptPath(config, name)
  const backup = await backupOf(service, wanted, [...new Set(found.map(({ namespace }) => namespace))])
  makeKept(path)
  createFile(path, `${JSON.stringify(backup, null, 2)}\n`)
  const shown = shownPath({ config, cwd }, join('.parlance', name))
  const ids = found.filter(isSaved(backup)).map(({ keyId }) => keyId)
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const body = { keyIds: ids.slice(at, at + AT_ONCE) }
    const answer = await client.batchDeleteKeys({ params, body }).catch((error: unknown) => {
      // Nothing was deleted, so nothing has to be brought back.
      if (at === 0 && isRefusal(error)) rmSync(path, { force: true })
      throw error
    })
    const [fault] = answer.errors
    if (fault) {
      const message = `${counted(answer.failed, 'key was', 'keys were')} not deleted, "${fault.key}" first: ${fault.message}`
      throw new Failure({ exitCode: exitCodes.refused, code: 'NOT_DELETED', message })
    }
  }
  return shown
}

const isRefusal = (error: unknown) => error instanceof ParlanceError && error.status >= 400 && error.status < 500

/** Not so a key that got another name, or went, while its values were asked for. */
const isSaved =
  ({ keys }: Backup) =>
  ({ namespace, key }: NamedKey) =>
    Object.hasOwn(keys, namespace) && Object.hasOwn(keys[namespace] ?? {}, key)

async function backupOf(service: Service, wanted: ReadonlySet<string>, namespaces: readonly string[]): Promise<Backup> {
  const project = await service.client.getProject({ params: service.params })
  const locales = project.locales.map(({ code }) => code)
  const asked = { locales, namespaces, statuses: [], include: ['meta', 'statuses'] } as const
  const { values } = await askValues(service, asked)
  if (!values) throw new Error('Values that were asked for without a condition came with one')
  const keep = <T>(namespace: string, byKey: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(byKey).filter(([key]) => wanted.has(nameOf({ namespace, key }))))
  const byPlace = <T>(places: ByPlace<T>) =>
    mapped(places, (byLocale, namespace) => mapped(byLocale, (byKey) => keep(namespace, byKey)))
  return {
    savedAt: new Date().toISOString(),
    namespaces: withEmptyTexts(byPlace(values.texts), values.keys, { keep, source: project.sourceLocaleCode }),
    statuses: byPlace(values.statuses),
    keys: mapped(values.keys, (byKey, namespace) => keep(namespace, byKey)),
  }
}

/** A key without any value is brought back by an empty one. */
function withEmptyTexts(
  texts: ByPlace<string>,
  keys: Values['keys'],
  {
    keep,
    source,
  }: { keep: <T>(namespace: string, byKey: Readonly<Record<string, T>>) => Record<string, T>; source: string },
): ByPlace<string> {
  return mapped(keys, (byKey, namespace) => {
    const byLocale = texts[namespace] ?? {}
    const names = Object.keys(keep(namespace, byKey))
    const empty = Object.fromEntries(names.map((name) => [name, '']))
    return { ...byLocale, [source]: { ...empty, ...byLocale[source] } }
  })
}

const mapped = <T, U>(record: Readonly<Record<string, T>>, change: (value: T, name: string) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]))

const nameOf = ({ namespace, key }: NamedKey) => `${namespace}\0${key}`
