import assert from 'node:assert/strict'
import type { Scope, Situation } from '@parlance/contract'
import { createApiKey, createScene, join } from '../../../../test/factories.ts'
import { type Caller, startService } from '../../../../test/harness.ts'

// A project for all files about taking back: those that share a process share it, and the start of its service.
export const service = await startService()
export const { owner, orgId, projectId } = await createScene(service)
export const params = { projectId }
const SCOPES: Scope[] = ['translations:read', 'translations:write', 'translations:delete']
export const builder = await createApiKey(service, owner, projectId, SCOPES)
export const translator = await join(service, owner, orgId, 'translator')

export interface Range {
  fromId: number
  toId: number
}

let made = 0
export const text = (value: string, status = 'translated') => ({ value, status })
export const createKey = (fields: object = {}, caller: Caller = owner) =>
  service.ok(caller, 'createKey', { params, body: { key: `key ${++made}`, ...fields } })
export const put = (key: string, value: string, locale = 'de', caller: Caller = owner) =>
  service.ok(caller, 'putValue', { params: { projectId, key }, body: { locale, value } })
export const patch = (keyId: number, body: object) =>
  service.ok(owner, 'updateKey', { params: { projectId, keyId }, body })
export const remove = (keyId: number) => service.ok(owner, 'deleteKey', { params: { projectId, keyId } })
export const revert = (range: Range | null, caller: Caller = owner, fields: object = {}) =>
  service.ok(caller, 'revertActivity', { params, body: { ...(range ?? assert.fail('no changes')), ...fields } })
export const refused = (range: Range, situation: Situation, meta?: Record<string, unknown>, caller: Caller = owner) =>
  service.refused(caller, 'revertActivity', { params, body: range }, situation, meta)

export const lastId = async () =>
  (await service.ok(owner, 'listActivity', { params, query: { limit: 1 } })).activity[0]?.id ?? 0
/** The changes that `work` makes. */
export async function changesOf(work: () => Promise<unknown>): Promise<Range> {
  const fromId = (await lastId()) + 1
  await work()
  return { fromId, toId: await lastId() }
}
export const eventsOf = async ({ fromId, toId }: Range) => {
  const { activity } = await service.ok(owner, 'listActivity', { params, query: { limit: 100 } })
  return activity
    .filter(({ id }) => id >= fromId && id <= toId)
    .map(({ event }) => event)
    .reverse()
}

/** A living key as the list tells it, without times; undefined for one that is in the trash. */
export async function read(keyId: number) {
  const { data } = await service.ok(owner, 'listKeys', {
    params,
    query: { limit: 100, sortBy: 'createdAt', sortOrder: 'desc' },
  })
  const found = data.find(({ id }) => id === keyId)
  if (!found) return undefined
  const { key, namespace, description, isPlural, characterLimit, translations } = found
  const values = Object.entries(translations).map(([code, { value, status }]) => [code, { value, status }])
  return { key, namespace, description, isPlural, characterLimit, values: Object.fromEntries(values) }
}
export const left = (key: { id: number; key: string }, locale: string | null, reason: string) => ({
  keyId: key.id,
  key: key.key,
  locale,
  reason,
})
