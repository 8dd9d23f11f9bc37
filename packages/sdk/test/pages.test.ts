import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createClient } from '../src/index.ts'
import { type Act, clientOf, json } from './answering-service.ts'

const params = { projectId: 1 }
const keys = (from: number, count: number) => Array.from({ length: count }, (_, at) => ({ id: from + at }))
const page = (from: number, count: number, nextCursor: string | null): Act =>
  json(200, { data: keys(from, count), pagination: { nextCursor, hasMore: nextCursor !== null } })

const queries = (arrived: { url: string | undefined }[]) =>
  arrived.map(({ url = '' }) => new URL(url, 'http://x').searchParams)

describe('pages', () => {
  test('yield every item of a list, a hundred at a time, with what was asked for', async () => {
    const { client, arrived } = await clientOf([page(0, 100, 'a/+='), page(100, 100, 'b'), page(200, 7, null)])
    const ids: number[] = []
    for await (const key of client.pages.listKeys({ params, query: { statuses: ['not_reviewed'] } })) ids.push(key.id)
    assert.deepEqual(
      ids,
      keys(0, 207).map(({ id }) => id),
    )
    const asked = queries(arrived).map((query) => ['limit', 'cursor', 'statuses'].map((name) => query.get(name)))
    const statuses = 'not_reviewed'
    assert.deepEqual(asked, [
      ['100', null, statuses],
      ['100', 'a/+=', statuses],
      ['100', 'b', statuses],
    ])
  })

  test('end where there is no more, also when the last page has a cursor or nothing in it', async () => {
    const last = json(200, { activity: [], nextCursor: 'again', hasMore: false })
    const { client, arrived } = await clientOf(last)
    for await (const entry of client.pages.listActivity({ params })) assert.fail(JSON.stringify(entry))
    assert.equal(arrived.length, 1)
    const forgetful = await clientOf(json(200, { terms: keys(0, 1), nextCursor: null, hasMore: true }))
    assert.equal((await Array.fromAsync(forgetful.client.pages.listTerms({ params: { orgId: 1 } }))).length, 1)
  })

  test('ask for nothing before the loop begins, nor ahead of it, nor after its end', async () => {
    const { client, arrived } = await clientOf(page(0, 3, 'more'))
    const list = client.pages.listKeys({ params })
    assert.equal(arrived.length, 0)
    for await (const key of list) if (key.id === 2) break
    assert.equal(arrived.length, 1)
    assert.equal((await list.next()).done, true)
  })

  test('pass over what is to be passed over once', async () => {
    const more = json(200, { conflicts: keys(0, 1), total: 2, nextCursor: 'more', hasMore: true })
    const end = json(200, { conflicts: keys(1, 1), total: 2, nextCursor: null, hasMore: false })
    const { client, arrived } = await clientOf([more, end])
    const request = { params: { projectId: 1, validationId: 'v' }, query: { skip: 5 } }
    assert.equal((await Array.fromAsync(client.pages.listImportConflicts(request))).length, 2)
    assert.deepEqual(
      queries(arrived).map((query) => query.get('skip')),
      ['5', null],
    )
  })

  test('throw a refusal where it comes, after what came before it, and try a page again', async () => {
    const busy = json(503, {}, { 'retry-after': '0' })
    const acts = [page(0, 2, 'a'), busy, page(2, 2, 'b'), json(403, { code: 'FORBIDDEN' })]
    const { client } = await clientOf(acts, { retries: 1 })
    const ids: number[] = []
    const read = async () => {
      for await (const { id } of client.pages.listKeys({ params })) ids.push(id)
    }
    await assert.rejects(read(), { name: 'ParlanceError', code: 'FORBIDDEN' })
    assert.deepEqual(ids, [0, 1, 2, 3])
  })

  test('are broken off by their signal', async () => {
    const { client, arrived } = await clientOf(page(0, 1, 'more'))
    const stop = new AbortController()
    const read = async () => {
      for await (const _ of client.pages.listKeys({ params, signal: stop.signal })) stop.abort(new Error('enough'))
    }
    await assert.rejects(read(), /enough/)
    assert.equal(arrived.length, 1)
  })
})

test('pages that no list has do not compile', () => {
  const { pages } = createClient({ baseUrl: 'http://x' })
  assert.ok(pages)
  const compiled = async () => {
    // @ts-expect-error it has no pages
    pages.getProject({ params })
    // @ts-expect-error its project is missing
    pages.listKeys()
    // @ts-expect-error pages are turned by the client
    pages.listKeys({ params, query: { cursor: 'x' } })
    for await (const key of pages.listKeys({ params })) {
      const name: string = key.key
      // @ts-expect-error it is a key, not a list of them
      key.data
      assert.ok(name)
    }
    for await (const user of pages.listUsers()) assert.ok(user.email)
  }
  assert.equal(typeof compiled, 'function')
})
