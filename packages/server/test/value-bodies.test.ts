import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { limits } from '@parlance/contract'
import { createApiKey, createScene } from './factories.ts'
import { startService } from './harness.ts'
import { longestTurn } from './longest-turn.ts'
import { onThisMachine } from './this-machine.ts'

const service = await startService()
const { owner, orgId, projectId } = await createScene(service)
const build = await createApiKey(service, owner, projectId, ['translations:read', 'translations:write'])
const params = { projectId }

/** A body of so many bytes, whatever else is in it. */
function sized(body: object, bytes: number): string {
  const length = JSON.stringify({ ...body, padding: '' }).length
  return JSON.stringify({ ...body, padding: ' '.repeat(bytes - length) })
}

describe('a body of 16 MiB is taken, and one byte more is not,', () => {
  const MOST = 16 * 2 ** 20
  const value = { locale: 'de', value: 'Hallo' }
  const requests = {
    createKey: [owner, (bytes: number) => ({ params, body: sized({ key: `created by ${bytes}` }, bytes) })],
    pushKey: [build, (bytes: number) => ({ body: sized({ key: `pushed by ${bytes}` }, bytes) })],
    putValue: [owner, (bytes: number) => ({ params: { projectId, key: 'there' }, body: sized(value, bytes) })],
  } as const

  for (const [route, [caller, request]] of Object.entries(requests)) {
    test(`by ${route}`, async () => {
      await service.ok(build, 'pushKey', { body: { key: 'there' } })
      const name = route as keyof typeof requests
      await service.ok(caller, name, request(MOST))
      await service.refused(caller, name, request(MOST + 1), 'bodyTooLarge')
    })
  }
})

test('a hundred thousand names that are no languages are refused, and nobody waits for it', async () => {
  const value = { value: 'x', status: 'translated' }
  const names = Array.from({ length: 100_000 }, (_, n) => [`xx-${n}`, value] as const)
  const body = JSON.stringify({ key: 'wide', translations: Object.fromEntries(names) })
  const turn = await longestTurn(() => service.refused(owner, 'createKey', { params, body }, 'localeNotEnabled'))
  assert.ok(turn < onThisMachine(50), `${turn} ms at a stretch`)
})

test('14.3 the longest values of 230 languages are created, pushed and read back, and nobody waits for it', async () => {
  const codes = Array.from({ length: 230 }, (_, n) => `de-x-v${n}`)
  const project = await service.ok(owner, 'createProject', {
    params: { orgId },
    body: { name: 'Wide', sourceLocale: 'en', locales: codes },
  })
  const at = { projectId: project.id }
  const key = await createApiKey(service, owner, project.id, ['translations:read', 'translations:write'])
  const translations = (letter: string) =>
    Object.fromEntries(codes.map((code) => [code, { value: letter.repeat(limits.value), status: 'translated' }]))
  const turn = await longestTurn(async () => {
    const created = await service.ok(owner, 'createKey', {
      params: at,
      body: { key: 'a', translations: translations('x') },
    })
    assert.equal(Object.keys(created.translations).length, codes.length)
    await service.ok(key, 'pushKey', { body: { key: 'a', translations: translations('y') } })
  })
  const { translations: stored } = await service.ok(key, 'getKey', { params: { namespace: 'default', key: 'a' } })
  assert.ok(codes.every((code) => stored[code]?.value === 'y'.repeat(limits.value)))
  assert.ok(turn < onThisMachine(500), `${turn} ms at a stretch`)
})
