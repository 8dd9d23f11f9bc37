import assert from 'node:assert/strict'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, test } from 'node:test'
import { createApiKey } from '../../server/test/factories.ts'
import { agentWith } from './agent.ts'
import { startScene } from './scene.ts'

const { service, owner, projectId, url, env } = await startScene()
const params = { projectId }
const agent = await agentWith(env)
const review = await createApiKey(service, owner, projectId, [
  'translations:read',
  'translations:write',
  'translations:review',
])
const reviewer = await agentWith({ ...env, PARLANCE_API_KEY: review.apiKey })

type Status = 'translated' | 'not_reviewed' | 'not_translated'
interface State {
  text: string | null
  status: Status
  updatedAt: string
}
type Range = { fromId: number; toId: number }
interface Written {
  results: {
    keyId: number
    locale: string
    outcome: string
    reason: string | null
    advice: string | null
    before: State | null
    after: State | null
  }[]
  written: number
  unchanged: number
  refused: number
  changes: Range | null
}
interface Undone {
  reverted: number
  skipped: { reason: string }[]
  changes: Range | null
}

let keys = 0

/** A key with an approved source and, where it is said, a German text. */
async function newKey(german?: string, status: Status = 'not_reviewed', fields: object = {}): Promise<number> {
  const de = german === undefined ? {} : { de: { value: german, status } }
  const translations = { en: { value: 'Add {n}', status: 'translated' as const }, ...de }
  const body = { key: `key.${++keys}`, translations, ...fields }
  return (await service.ok(owner, 'createKey', { params, body })).id
}

/** What stands there, and what an agent has to send along to write something else. */
async function german(keyId: number) {
  const { translations } = await service.ok(owner, 'getKeyById', { params: { projectId, keyId } })
  const { value = null, status = 'not_translated', updatedAt = null } = translations['de'] ?? {}
  return { text: value, status, updatedAt }
}

async function proposal(keyId: number, text: string, expectedUpdatedAt?: string | null) {
  const seen = expectedUpdatedAt === undefined ? (await german(keyId)).updatedAt : expectedUpdatedAt
  return { keyId, locale: 'de', text, expectedUpdatedAt: seen }
}

const propose = (...translations: object[]) => agent.ask<Written>('propose_translations', { translations })
const undo = (range: Range | null, more: object = {}) => agent.ask<Undone>('undo', { ...range, ...more })
const reasons = ({ results }: Written) => results.map(({ reason }) => reason)

describe('propose_translations', () => {
  test('writes texts that wait for review, and says what was there and how it is taken back', async () => {
    const [missing, present] = [await newKey(), await newKey('Alt')]
    const sent = [await proposal(missing, '{n} hinzufügen'), await proposal(present, 'Neu')]
    const { results, changes, ...counts } = await propose(...sent)
    assert.deepEqual(counts, { written: 2, unchanged: 0, refused: 0 })
    assert.partialDeepStrictEqual(results, [
      { before: null, after: { text: '{n} hinzufügen', status: 'not_reviewed' } },
      { before: { text: 'Alt' }, after: { text: 'Neu', status: 'not_reviewed' } },
    ])
    assert.match(agent.log(), new RegExp(`propose_translations: changes ${changes?.fromId} to ${changes?.toId}`))
    const { activity } = await service.ok(owner, 'listActivity', { params })
    const ids = activity.filter(({ actor }) => actor.type === 'api_key').map(({ id }) => id)
    assert.deepEqual(changes, { fromId: Math.min(...ids), toId: Math.max(...ids) })
  })

  test('leaves approved texts alone: equal ones as they are, others unless it is asked for', async () => {
    const keyId = await newKey('Gut', 'translated')
    const same = await propose(await proposal(keyId, 'Gut'))
    assert.deepEqual([same.unchanged, same.changes, (await german(keyId)).status], [1, null, 'translated'])
    const other = await newKey()
    const both = await propose(await proposal(keyId, 'Besser'), await proposal(other, 'Da'))
    assert.deepEqual([reasons(both), both.written], [['approved', null], 1])
    assert.match(both.results[0]?.advice ?? '', /replaceApproved/)
    assert.deepEqual(both.results[0]?.after?.text, 'Gut')
    const translations = [await proposal(keyId, 'Besser')]
    const replaced = await agent.ask<Written>('propose_translations', { translations, replaceApproved: true })
    assert.partialDeepStrictEqual(replaced.results[0]?.after, { text: 'Besser', status: 'not_reviewed' })
  })

  test('refuses what somebody else has written meanwhile, and shows it', async () => {
    const keyId = await newKey('Alt')
    const { updatedAt } = await german(keyId)
    const other = await agentWith(env)
    const translations = [await proposal(keyId, 'Von nebenan', updatedAt)]
    const first = await other.ask<Written>('propose_translations', { translations })
    assert.equal(first.written, 1)
    const late = await propose(await proposal(keyId, 'Zu spät', updatedAt))
    assert.deepEqual(reasons(late), ['value_changed'])
    const { after, advice } = late.results[0] ?? {}
    assert.equal(after?.text, 'Von nebenan')
    assert.match(advice ?? '', /updatedAt/)
    const informed = await propose(await proposal(keyId, 'Doch', after?.updatedAt))
    assert.equal(informed.written, 1)
    assert.deepEqual((await undo(first.changes)).skipped[0]?.reason, 'changed_since')
  })

  test('of two agents that write at the same moment one is told of the other', async () => {
    const keyId = await newKey('Alt')
    const { updatedAt } = await german(keyId)
    const agents = [agent, await agentWith(env)]
    const answers = await Promise.all(
      agents.map(async (one, at) => {
        const translations = [await proposal(keyId, `Von ${at}`, updatedAt)]
        return one.ask<Written>('propose_translations', { translations })
      }),
    )
    assert.deepEqual(answers.flatMap(reasons).toSorted(), [null, 'value_changed'])
    const [after, other] = answers.map(({ results }) => results[0]?.after?.text)
    assert.equal(after, other)
    assert.equal(after, (await german(keyId)).text)
  })

  test('tells each refusal of many, and writes the others', async () => {
    const [short, fine] = [await newKey(undefined, 'not_reviewed', { characterLimit: 10 }), await newKey()]
    const many = await propose(
      await proposal(short, 'Viel zu lang'),
      { ...(await proposal(fine, 'Ja')), locale: 'DE' },
      { keyId: 999_999, locale: 'de', text: 'x', expectedUpdatedAt: null },
      { ...(await proposal(fine, 'Oui')), locale: 'xx' },
    )
    assert.deepEqual(reasons(many), ['value_too_long', null, 'key_not_found', 'locale_not_enabled'])
    assert.match(many.results[0]?.advice ?? '', /characterLimit/)
    assert.match(many.results[3]?.advice ?? '', /get_project/)
    assert.equal((await german(fine)).text, 'Ja')
  })

  test('keeps long texts whole, and shows their beginning', async () => {
    const keyId = await newKey()
    const text = 'ä🦊'.repeat(32_768)
    const { results } = await propose(await proposal(keyId, text))
    assert.partialDeepStrictEqual(results[0]?.after, { cutFrom: 65_536 })
    assert.equal((await german(keyId)).text, text)
    const { isError } = await agent.call('propose_translations', { translations: [await proposal(keyId, `${text}x`)] })
    assert.ok(isError)
  })

  test('takes no more than a million characters at once', async () => {
    const keyId = await newKey()
    const text = '本'.repeat(65_536)
    const translations = await Promise.all(Array.from({ length: 16 }, () => proposal(keyId, text)))
    const refusal = await agent.refused('propose_translations', { translations })
    assert.equal(refusal.code, 'FILE_TOO_LARGE')
    assert.match(refusal.advice ?? '', /fewer/)
    assert.equal((await german(keyId)).text, null)
  })

  test('refuses a whole call that names nothing that was seen', async () => {
    const keyId = await newKey()
    const { isError, content } = await agent.call('propose_translations', {
      translations: [{ keyId, locale: 'de', text: 'x' }],
    })
    assert.ok(isError)
    assert.match(JSON.stringify(content), /expectedUpdatedAt/)
    assert.equal((await german(keyId)).text, null)
  })
})

describe('a connection that breaks', () => {
  /** Passes everything on, but for the first answer to a write, which gets lost. */
  async function losingProxy(): Promise<string> {
    let isLost = false
    const server = createServer((incoming, outgoing) => {
      const { method, headers } = incoming
      const passed = request(new URL(incoming.url ?? '', url), { method, headers }, (answer) => {
        if (method !== 'PUT' || isLost)
          return void answer.pipe(outgoing.writeHead(answer.statusCode ?? 0, answer.headers))
        isLost = true
        answer.resume().once('end', () => incoming.socket.destroy())
      })
      incoming.pipe(passed)
    })
    after(() => server.close())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  test('writes nothing twice, and the history still tells what to undo', async () => {
    const keyId = await newKey()
    const behind = await agentWith({ ...env, PARLANCE_URL: await losingProxy() })
    const translations = [await proposal(keyId, 'Einmal')]
    const { unchanged, changes } = await behind.ask<Written>('propose_translations', { translations })
    assert.deepEqual([unchanged, changes], [1, null])
    const listed = await behind.ask<{ changes: { id: number; isYours: boolean }[] }>('list_changes', { keyId })
    const [written] = listed.changes.filter(({ isYours }) => isYours)
    const id = written?.id ?? 0
    assert.equal((await behind.ask<Undone>('undo', { fromId: id, toId: id })).reverted, 1)
    assert.equal((await german(keyId)).text, null)
  })
})

describe('write_translations', () => {
  const write = async (keyId: number, given: object) => {
    const { updatedAt } = await german(keyId)
    const translations = [{ keyId, locale: 'de', expectedUpdatedAt: updatedAt, ...given }]
    return reviewer.ask<Written>('write_translations', { translations })
  }

  test('approves, corrects, sends back and clears', async () => {
    const keyId = await newKey('{n} dazu')
    for (const [given, text, status] of [
      [{ status: 'translated' }, '{n} dazu', 'translated'],
      [{ status: 'not_reviewed' }, '{n} dazu', 'not_reviewed'],
      [{ status: 'translated', text: '{n} hinzu' }, '{n} hinzu', 'translated'],
      [{ status: 'not_translated', text: '' }, '', 'not_translated'],
    ] as const) {
      const { written, results } = await write(keyId, given)
      assert.equal(written, 1)
      assert.partialDeepStrictEqual(results[0]?.after, { text, status })
    }
    assert.deepEqual(reasons(await write(await newKey(), { status: 'translated' })), ['no_value'])
  })

  test('approves no text with errors where the project blocks that', async () => {
    await service.ok(owner, 'updateQa', { params, body: { blockReview: true } })
    const refused = await write(await newKey('Ohne Zahl'), { status: 'translated' })
    await service.ok(owner, 'updateQa', { params, body: { blockReview: false } })
    assert.deepEqual(reasons(refused), ['qa_errors'])
    assert.match(refused.results[0]?.advice ?? '', /check_texts/)
  })
})

describe('undo', () => {
  test('takes back what a write did and nothing else, and can be taken back', async () => {
    const [created, changed, other] = [await newKey(), await newKey('Alt'), await newKey('Andere')]
    const { changes } = await propose(await proposal(created, 'Neu'), await proposal(changed, 'Neu'))
    await propose(await proposal(other, 'Bleibt'))
    assert.deepEqual(await undo(changes, { dryRun: true }), {
      reverted: 2,
      skipped: [],
      skippedCount: 0,
      changes: null,
    })
    assert.equal((await german(changed)).text, 'Neu')
    const undone = await undo(changes)
    assert.equal(undone.reverted, 2)
    const texts = await Promise.all([created, changed, other].map(async (id) => (await german(id)).text))
    assert.deepEqual(texts, [null, 'Alt', 'Bleibt'])
    assert.equal((await undo(changes)).reverted, 0)
    assert.equal((await undo(undone.changes)).reverted, 2)
    assert.equal((await german(created)).text, 'Neu')
  })

  test('brings an approval back with the text', async () => {
    const keyId = await newKey('Gut', 'translated')
    const translations = [await proposal(keyId, 'Anders')]
    const { changes } = await agent.ask<Written>('propose_translations', { translations, replaceApproved: true })
    await undo(changes)
    assert.partialDeepStrictEqual(await german(keyId), { text: 'Gut', status: 'translated' })
  })

  test('is for changes of the same key, which the history tells', async () => {
    const keyId = await newKey()
    const { changes } = await reviewer.ask<Written>('propose_translations', {
      translations: [await proposal(keyId, 'Von anderen')],
    })
    const refusal = await agent.refused('undo', { ...changes })
    assert.deepEqual([refusal.code, refusal.requiredPermission], ['FORBIDDEN', 'project.manage'])
    assert.match(refusal.advice ?? '', /one by one/)
    const history = async (one: typeof agent) =>
      (await one.ask<{ changes: { id: number; isYours: boolean; after: string }[] }>('list_changes', { keyId }))
        .changes[0]
    assert.partialDeepStrictEqual(await history(agent), { id: changes?.fromId, isYours: false })
    assert.partialDeepStrictEqual(await history(reviewer), { isYours: true })
    assert.match((await history(agent))?.after ?? '', /Von anderen/)
  })

  test('of keys that would be deleted needs the scope for that', async () => {
    const created = await service.call({ apiKey: review.apiKey }, 'createKey', { params, body: { key: 'made' } })
    assert.equal(created.status, 201)
    const [made] = (await reviewer.ask<{ changes: { id: number }[] }>('list_changes', {})).changes
    const refusal = await reviewer.refused('undo', { fromId: made?.id, toId: made?.id })
    assert.equal(refusal.requiredPermission, 'translation.delete')
    assert.match(refusal.advice ?? '', /translations:delete/)
  })

  test('refuses a range that does not exist', async () => {
    const { code, field } = await agent.refused('undo', { fromId: 1, toId: 999_999_999 })
    assert.deepEqual([code, field], ['VALIDATION_ERROR', 'toId'])
  })
})

describe('rights that go', () => {
  test('are told at the next call', async () => {
    const { apiKey, apiKeyId } = await createApiKey(service, owner, projectId, [
      'translations:read',
      'translations:write',
    ])
    const doomed = await agentWith({ ...env, PARLANCE_API_KEY: apiKey })
    await service.ok(owner, 'deleteApiKey', { params: { projectId, apiKeyId } })
    for (const [tool, given] of [
      ['find_keys', {}],
      ['undo', { fromId: 1, toId: 1 }],
    ] as const) {
      const { status, advice } = await doomed.refused(tool, given)
      assert.equal(status, 401)
      assert.match(advice ?? '', /revoked/)
    }
  })

  test('of an organization over its limits are told as such', async () => {
    const keyId = await newKey()
    const orgId = (await service.ok(owner, 'getProject', { params })).organizationId
    await service.ok(owner, 'updateOrganization', { params: { orgId }, body: { limits: { keys: 1 } } })
    const refusal = await agent.refused('propose_translations', { translations: [await proposal(keyId, 'x')] })
    await service.ok(owner, 'updateOrganization', { params: { orgId }, body: { limits: { keys: null } } })
    assert.equal(refusal.code, 'READ_ONLY_MODE')
    assert.match(refusal.advice ?? '', /people/)
  })
})
