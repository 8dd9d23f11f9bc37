import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApiKey, createScene } from '../../../../test/factories.ts'
import { startService } from '../../../../test/harness.ts'

const service = await startService()
const { owner, projectId } = await createScene(service)
const builder = await createApiKey(service, owner, projectId, ['translations:read', 'translations:write'])
const params = { projectId }

let names = 0
const createKey = (fields: object = {}) =>
  service.ok(owner, 'createKey', { params, body: { key: `key ${++names}`, ...fields } })
const update = (keyId: number, body: object) => service.call(owner, 'updateKey', { params: { projectId, keyId }, body })
const read = (key: string) => service.ok(builder, 'getKey', { params: { namespace: 'default', key } })

describe('updateKey in parallel', () => {
  const ROUNDS = 104
  const CLIENTS = 6

  test(`a limit that meets a value write: in ${ROUNDS} rounds no value is longer than its limit`, async () => {
    const outcomes = new Map<string, number>()
    async function round(number: number) {
      const { id, key } = await createKey()
      const long = 'zu lang!!!'
      const writes = [
        () => service.call(owner, 'putValue', { params: { projectId, key }, body: { locale: 'de', value: long } }),
        () =>
          service.call(builder, 'pushKey', {
            body: { key, translations: { de: { value: long, status: 'translated' } } },
          }),
      ]
      const write = writes[number % 2] ?? assert.fail()
      const limiting = () => update(id, { characterLimit: 5 })
      const [first, second] = number % 4 < 2 ? [write, limiting] : [limiting, write]
      const statuses = (await Promise.all([first(), second()])).map(({ status }) => status)
      assert.deepEqual(statuses.toSorted(), [200, 400], `one of both is refused: ${statuses}`)
      const { characterLimit, translations } = await read(key)
      const stored = translations['de']?.value ?? ''
      assert.ok(characterLimit === null || stored.length <= characterLimit, `${stored} over ${characterLimit}`)
      const outcome = characterLimit === null ? 'value' : 'limit'
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }
    const numbers = Array(ROUNDS).keys()
    const client = async () => {
      for (const number of numbers) await round(number)
    }
    await Promise.all(Array.from({ length: CLIENTS }, client))
    assert.deepEqual([...outcomes.keys()].sort(), ['limit', 'value'], 'both sides won at times')
  })

  test('of eight keys that take one name, one gets it', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => createKey()))
    const answers = await Promise.all(keys.map(({ id }) => update(id, { key: 'wanted' })))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(7).fill(409)])
    const winner = keys[answers.findIndex(({ status }) => status === 200)]
    assert.equal((await read('wanted')).id, winner?.id)
  })

  test('two keys that swap namespaces over and over are found every time, and never get stuck', async () => {
    const one = await createKey({ namespace: 'one' })
    const two = await createKey({ namespace: 'two' })
    const swaps = Array.from({ length: 20 }, (_, round) => {
      const [first, second] = round % 2 ? [one, two] : [two, one]
      return [update(one.id, { namespaceId: first.namespaceId }), update(two.id, { namespaceId: second.namespaceId })]
    })
    for (const { status } of await Promise.all(swaps.flat())) assert.equal(status, 200)
    const { ids } = await service.ok(owner, 'listKeyIds', {
      params,
      query: { namespaceIds: [one.namespaceId, two.namespaceId] },
    })
    assert.deepEqual(
      ids.toSorted((a, b) => a - b),
      [one.id, two.id],
    )
  })

  test('a move hides a key from nobody: who deletes or reviews it meanwhile finds it', async () => {
    const { namespaceId: there } = await createKey({ namespace: 'there' })
    const { namespaceId: here } = await createKey()
    for (let round = 0; round < 8; round++) {
      const { id, translations } = await createKey({ translations: { de: { value: 'x', status: 'translated' } } })
      const translationId = translations['de']?.id ?? 0
      const moves = [there, here, there].map((namespaceId) => update(id, { namespaceId }))
      const review = { params: { projectId, translationId }, body: { status: 'not_reviewed' } }
      const reviews = [1, 2].map(() => service.call(owner, 'setStatus', review))
      for (const { status } of await Promise.all(reviews)) assert.equal(status, 204)
      for (const { status } of await Promise.all(moves)) assert.equal(status, 200)
      const last = update(id, { namespaceId: here })
      const deleting = service.call(owner, 'deleteKey', { params: { projectId, keyId: id } })
      assert.equal((await deleting).status, 204)
      assert.ok([200, 404].includes((await last).status))
    }
  })

  test('changes of different fields all stay, and history is one chain', async () => {
    const { id, key } = await createKey()
    const bodies = [{ description: 'd' }, { aiContext: 'a' }, { isPlural: true }, { characterLimit: 7 }]
    for (const { status } of await Promise.all(bodies.map((body) => update(id, body)))) assert.equal(status, 200)
    const { description, isPlural, characterLimit } = await read(key)
    assert.deepEqual([description, isPlural, characterLimit], ['d', true, 7])
    const { activity } = await service.ok(owner, 'listActivity', { params, query: { keyId: id } })
    const after = activity.filter(({ event }) => event === 'key.updated').map((change) => change.after as object)
    assert.deepEqual(Object.assign({}, ...after), Object.assign({}, ...bodies))
    assert.equal(after.length, 4)
  })

  test('a namespace deleted while keys are pushed, moved or restored into it leaves no living key behind', async () => {
    for (let round = 0; round < 8; round++) {
      const namespace = `doomed ${round}`
      const [{ namespaceId }, restored, moved] = await Promise.all([
        createKey({ namespace }),
        createKey({ namespace }),
        createKey(),
      ])
      await service.ok(owner, 'deleteKey', { params: { projectId, keyId: restored.id } })
      const answers = await Promise.all([
        update(moved.id, { namespaceId }),
        service.call(builder, 'pushKey', { body: { key: 'pushed', namespace } }),
        service.call(owner, 'restoreKey', { params: { projectId, keyId: restored.id } }),
        service.call(owner, 'deleteNamespace', { params: { projectId, namespaceId } }),
      ])
      for (const { status, body } of answers) assert.ok(status < 300 || status === 404, JSON.stringify(body))
    }
    const { namespaces } = await service.ok(owner, 'listNamespaces', { params })
    const { ids } = await service.ok(owner, 'listKeyIds', { params })
    const inside = await service.ok(owner, 'listKeyIds', {
      params,
      query: { namespaceIds: namespaces.map(({ id }) => id) },
    })
    assert.deepEqual(new Set(ids), new Set(inside.ids))
    const counted = namespaces.reduce((sum, { keyCount }) => sum + keyCount, 0)
    assert.equal(counted, ids.length)
  })
})
