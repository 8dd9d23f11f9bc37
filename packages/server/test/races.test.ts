import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApiKey, createScene } from './factories.ts'
import { type Answer, type Caller, startService } from './harness.ts'
import { assertCountsTrue, readHistory, readKeys } from './recount.ts'

const service = await startService()
// The first account is the instance administrator: the one who sets limits.
const administrator = await createScene(service)
const times = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n))
const codeOf = ({ body }: Answer) => (body as { code?: string } | undefined)?.code

describe('one name', () => {
  test('16 clients create, delete and rename: it never has two keys, and a new key is a new one', async () => {
    const { owner, orgId, projectId } = await createScene(service)
    const params = { projectId }
    const known: number[] = []
    const spare = await Promise.all(
      times(16, async (n) => (await service.ok(owner, 'createKey', { params, body: { key: `spare ${n}` } })).id),
    )
    const rename = (keyId: number, key: string) =>
      service.call(owner, 'updateKey', { params: { projectId, keyId }, body: { key } })
    const actions = [
      async () => {
        const answer = await service.call(owner, 'createKey', { params, body: { key: 'prize' } })
        if (answer.status === 201) known.push((answer.body as { id: number }).id)
        return answer
      },
      (n: number) => rename(spare[n] ?? 0, 'prize'),
      () => service.call(owner, 'deleteKey', { params: { projectId, keyId: known.at(-1) ?? spare[0] ?? 0 } }),
      (n: number) => rename(spare[n] ?? 0, `spare ${n}`),
      (n: number) => rename(known.at(-1) ?? spare[n] ?? 0, `spent ${n} ${known.length}`),
    ]
    const refusals = [
      '400 TRANSLATION_KEY_ALREADY_EXISTS',
      '404 undefined',
      '409 VALIDATION_ERROR',
      '409 TRANSACTION_CONFLICT',
    ]
    let running = 16
    const client = async (n: number) => {
      for (const round of times(20, (at) => at)) {
        const answer = await (actions[(n + round) % actions.length] ?? assert.fail())(n)
        const outcome = `${answer.status} ${codeOf(answer)}`
        assert.ok(answer.status < 300 || refusals.includes(outcome), outcome)
      }
      running--
    }
    const watch = async () => {
      while (running > 0) {
        const { data } = await service.ok(owner, 'listKeys', { params, query: { search: 'prize' } })
        assert.ok(data.length <= 1, `${data.length} keys of one name`)
      }
    }
    await Promise.all([watch(), ...times(16, client)])
    assert.equal(new Set(known).size, known.length)
    assert.ok(known.length > 1, 'the name was taken again and again')

    let holder: number | null = null
    const seen = new Set<number>()
    for (const { event, keyId, key } of await readHistory(service, owner, projectId)) {
      if (event === 'key.created') assert.ok(!seen.has(keyId ?? 0), 'an id is given once')
      seen.add(keyId ?? 0)
      const holds = key === 'prize' && event !== 'key.deleted'
      if (holds) assert.ok(holder === null || holder === keyId, 'the name had a key already')
      if (holds) holder = keyId
      else if (holder === keyId) holder = null
    }
    const { data } = await service.ok(owner, 'listKeys', { params, query: { search: 'prize' } })
    assert.deepEqual(
      data.map(({ id }) => id),
      holder === null ? [] : [holder],
    )
    await assertCountsTrue(service, owner, orgId)
  })
})

describe('one value', () => {
  test('32 writers on 8 cells: each ends at a write that nobody knew to be older, and history tells them all', async () => {
    const { owner, projectId } = await createScene(service)
    const keys = times(4, (n) => `cell ${n}`)
    for (const key of keys) await service.ok(owner, 'createKey', { params: { projectId }, body: { key } })
    const writes: { cell: string; value: string; sent: number; acked: number }[] = []
    let tick = 0
    const writer = async (n: number) => {
      for (const round of times(10, (at) => at)) {
        const [key, locale] = [keys[(n + round) % 4] ?? '', (n >> 2) % 2 ? 'de' : 'fr']
        const write = { cell: `${key} ${locale}`, value: `${n} in ${round}`, sent: ++tick, acked: 0 }
        await service.ok(owner, 'putValue', { params: { projectId, key }, body: { locale, value: write.value } })
        writes.push({ ...write, acked: ++tick })
      }
    }
    await Promise.all(times(32, writer))
    const history = (await readHistory(service, owner, projectId)).filter(({ locale }) => locale !== null)
    assert.equal(history.length, writes.length)
    assert.equal(new Set(writes.map(({ cell }) => cell)).size, 8)
    for (const { key, translations } of await readKeys(service, owner, projectId)) {
      assert.deepEqual(Object.keys(translations), ['de', 'fr'])
      for (const [locale, stored] of Object.entries(translations)) {
        const cell = `${key} ${locale}`
        const ofCell = writes.filter((write) => write.cell === cell)
        const last = ofCell.find(({ value }) => value === stored.value) ?? assert.fail('a value nobody wrote')
        assert.ok(!ofCell.some(({ sent }) => sent > last.acked), 'a write that began later was lost')
        const told = history.filter((change) => change.key === key && change.locale === locale)
        assert.equal(told.length, ofCell.length)
        for (const [at, { before }] of told.entries()) assert.deepEqual(before, told[at - 1]?.after ?? null)
        assert.deepEqual(told.at(-1)?.after, { value: stored.value, status: stored.status })
      }
    }
  })
})

describe('the plan limit', () => {
  const { owner, orgId, projectId } = administrator
  const organization = () => service.ok(owner, 'getOrganization', { params: { orgId } })
  const setLimit = (keys: number | null) =>
    service.ok(owner, 'updateOrganization', { params: { orgId }, body: { limits: { keys } } })
  let names = 0

  /** Runs the requests at once, and looks all the time whether more keys live than the limit allows. */
  async function race(limit: number, requests: (() => Promise<Answer>)[]): Promise<Answer[]> {
    let running = true
    const watch = async () => {
      while (running) {
        const { usage } = await organization()
        assert.ok(usage.keys <= limit, `${usage.keys} keys, where ${limit} are allowed`)
      }
    }
    const sending = Promise.all(requests.map((send) => send())).finally(() => {
      running = false
    })
    const [answers] = await Promise.all([sending, watch()])
    return answers
  }

  test('creates, pushes and restores from two projects reach it together and never pass it', async () => {
    const body = { name: 'Second', sourceLocale: 'en' }
    const second = await service.ok(owner, 'createProject', { params: { orgId }, body })
    const projectIds = [projectId, second.id]
    const scopes = ['translations:read', 'translations:write'] as const
    const pushers = await Promise.all(projectIds.map((at) => createApiKey(service, owner, at, [...scopes])))
    const create = (at: number) => {
      const request = { params: { projectId: at }, body: { key: `created ${++names}` } }
      return service.call(owner, 'createKey', request)
    }
    const push = (pusher: Caller, key: string) => service.call(pusher, 'pushKey', { body: { key } })
    for (const room of [1, 5, 12]) {
      await setLimit(null)
      const deleted = await Promise.all(
        times(8, async (n) => {
          const at = { projectId: projectIds[n % 2] ?? 0 }
          const { id } = await service.ok(owner, 'createKey', { params: at, body: { key: `restored ${++names}` } })
          await service.ok(owner, 'deleteKey', { params: { ...at, keyId: id } })
          return { ...at, keyId: id }
        }),
      )
      const limit = (await organization()).usage.keys + room
      await setLimit(limit)
      const answers = await race(limit, [
        ...times(10, (n) => () => create(projectIds[n % 2] ?? 0)),
        ...times(10, (n) => () => push(pushers[n % 2] ?? {}, `pushed ${room} ${n >> 2}`)),
        ...deleted.map((params) => () => service.call(owner, 'restoreKey', { params })),
      ])
      const isNew = ({ status, body }: Answer) => status === 201 || (status === 200 && restored(body))
      const restored = (body: unknown) => deleted.some(({ keyId }) => keyId === (body as { id: number }).id)
      assert.equal(answers.filter(isNew).length, room)
      for (const answer of answers.filter(({ status }) => status >= 300 && status !== 409)) {
        assert.deepEqual([answer.status, codeOf(answer)], [403, 'LIMIT_EXCEEDED'])
        assert.deepEqual((answer.body as { meta: unknown }).meta, { metric: 'keys', current: limit, limit })
      }
      await assertCountsTrue(service, owner, orgId)
    }
  })

  test('with deletes among them, no more come than went', async () => {
    await setLimit(null)
    const create = () =>
      service.call(owner, 'createKey', { params: { projectId }, body: { key: `created ${++names}` } })
    const keyIds = (await Promise.all(times(8, create))).map(({ body }) => (body as { id: number }).id)
    const limit = (await organization()).usage.keys
    await setLimit(limit)
    const remove = (ids: number[]) =>
      service.call(owner, 'batchDeleteKeys', { params: { projectId }, body: { keyIds: ids } })
    const answers = await race(limit, [
      ...times(6, () => create),
      () => remove(keyIds.slice(0, 5)),
      ...times(6, () => create),
      () => remove(keyIds.toReversed()),
      ...times(6, () => create),
    ])
    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    assert.equal(count(201) + count(403) + count(200) + count(409), answers.length)
    assert.equal(count(200), 2)
    assert.equal((await organization()).usage.keys, limit - keyIds.length + count(201))
    await assertCountsTrue(service, owner, orgId)
  })
})
