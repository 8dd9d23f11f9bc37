import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApiKey, createScene } from '../../server/test/factories.ts'
import { startService } from '../../server/test/harness.ts'
import { startFront } from './front.ts'
import { ended, folderWith } from './program.ts'
import { listening } from './scene.ts'

const service = await startService()
const url = await listening(service)

/** A project with a front of its own, and a folder whose configuration leads there. */
async function fronted() {
  const front = await startFront(url)
  const { owner, projectId } = await createScene(service)
  const scopes = ['translations:read', 'translations:write', 'translations:delete'] as const
  const { apiKey } = await createApiKey(service, owner, projectId, [...scopes])
  const config = { url: front.url, files: [{ path: '{locale}.json', format: 'json' }] }
  const here = folderWith({ 'parlance.config.json': config }, { PARLANCE_API_KEY: apiKey })
  const params = { projectId }
  return {
    front,
    here,
    names: async () => (await service.ok(owner, 'getTypes', { params })).keys.map(({ key }) => key).sort(),
    async status(code: number, ...args: string[]) {
      const run = await here.run(['status', '--json', ...args])
      assert.equal(run.code, code, run.stderr)
      const waits = [...run.stderr.matchAll(/trying again in ([\d.]+) s/g)].map(([, seconds]) => Number(seconds))
      return { waits, errors: JSON.parse(run.stdout).errors as { code: string; message: string }[] }
    },
    asked: (route: string) => front.seen.filter(({ method, path }) => `${method} ${path}`.includes(route)),
  }
}

const near = (waits: readonly number[], expected: readonly number[]) => {
  assert.equal(waits.length, expected.length, String(waits))
  for (const [at, wait] of expected.entries()) {
    const told = waits[at] ?? 0
    assert.ok(told >= wait * 0.8 - 0.05 && told <= wait * 1.2 + 0.05, `${told} s instead of about ${wait} s`)
  }
}

describe('what fails in passing', { concurrency: 4 }, () => {
  test('is tried again four times, after 0.5, 1, 2 and 4 s', async () => {
    const { front, status, asked } = await fronted()
    front.set(({ path }) => (path.includes('/stats') ? { status: 503 } : undefined))
    const { waits, errors } = await status(4)
    near(waits, [0.5, 1, 2, 4])
    const times = asked('/stats').map(({ at }) => at)
    near(
      times.slice(1).map((at, before) => (at - (times[before] ?? 0)) / 1000 - 0.05),
      waits.map((wait) => wait + 0.05),
    )
    assert.deepEqual(
      errors.map(({ code }) => code),
      ['HTTP_503'],
    )
  })

  for (const status of [408, 425, 429, 502, 503, 504])
    test(`with ${status} is tried again, and may succeed`, async () => {
      const one = await fronted()
      one.front.set(({ path, count }) => (path.includes('/stats') && count === 1 ? { status } : undefined))
      near((await one.status(0)).waits, [0.5])
      assert.equal(one.asked('/stats').length, 2)
    })

  test('as a conflict of two transactions, a connection that breaks, and an answer that is cut, too', async () => {
    const { front, status, asked } = await fronted()
    const conflict = { status: 409, body: { code: 'TRANSACTION_CONFLICT', message: 'x' } } as const
    for (const what of [conflict, 'reset', 'cut'] as const) {
      front.set(({ path, count }) => (path.includes('/stats') && count === 1 ? what : undefined))
      near((await status(0)).waits, [0.5])
      assert.equal(asked('/stats').length, 2)
    }
  })

  test('is asked for again when the service says, and not at all with --retries 0', async () => {
    const { front, status, asked } = await fronted()
    front.set(({ path, count }) =>
      path.includes('/stats') && count === 1 ? { status: 429, headers: { 'retry-after': '1' } } : undefined,
    )
    assert.deepEqual((await status(0)).waits, [1])
    const [first, second] = asked('/stats')
    assert.ok((second?.at ?? 0) - (first?.at ?? 0) >= 990)
    front.set(({ path }) => (path.includes('/stats') ? { status: 429 } : undefined))
    assert.deepEqual((await status(4, '--retries', '0')).waits, [])
    near((await status(4, '--retries', '1')).waits, [0.5])
  })

  test('within --timeout counts as failing', async () => {
    const { front, status, asked } = await fronted()
    front.set(({ path }) => (path.includes('/stats') ? 'hang' : undefined))
    const began = performance.now()
    const { errors } = await status(4, '--timeout', '1', '--retries', '1')
    assert.equal(errors[0]?.code, 'NETWORK')
    assert.match(errors[0]?.message ?? '', /1000 ms$/)
    assert.equal(asked('/stats').length, 2)
    assert.ok(performance.now() - began > 2_300)
  })

  test('is told with --verbose, request by request', async () => {
    const { front, here } = await fronted()
    front.set(({ path, count }) => (path.includes('/stats') && count === 1 ? 'reset' : undefined))
    const { stderr } = await here.run(['status', '-v'])
    assert.match(stderr, /GET \S+\/api-key 200/)
    assert.match(stderr, /GET \S+\/stats no answer/)
    assert.match(stderr, /GET \S+\/stats 200/)
  })
})

describe('what fails for good', { concurrency: 4 }, () => {
  const faults: [status: number, code: string | undefined, exitCode: number][] = [
    [500, 'INTERNAL_ERROR', 4],
    [501, undefined, 4],
    [401, 'AUTHENTICATION_REQUIRED', 3],
    [403, 'FORBIDDEN', 3],
    [403, 'LIMIT_EXCEEDED', 5],
    [403, 'READ_ONLY_MODE', 5],
    [400, 'INVALID_INPUT', 5],
    [404, 'PROJECT_NOT_FOUND', 5],
    [409, 'VALIDATION_ERROR', 5],
    [413, 'FILE_TOO_LARGE', 5],
    [422, 'VALIDATION_ERROR', 5],
  ]
  for (const [status, code, exitCode] of faults)
    test(`as ${status} ${code ?? ''} is asked once, and exit ${exitCode}`, async () => {
      const { front, status: run, asked } = await fronted()
      front.set(({ path }) =>
        path.includes('/stats') ? { status, body: code ? { code, message: 'No.' } : {} } : undefined,
      )
      const { waits, errors } = await run(exitCode)
      assert.deepEqual([waits, asked('/stats').length], [[], 1])
      assert.equal(errors.length, 1)
      assert.equal(errors[0]?.code, code ?? `HTTP_${status}`)
    })

  test('as an answer of somebody else is exit 4', async () => {
    const { front, status } = await fronted()
    front.set(() => ({ status: 200, body: '<html>', headers: { 'content-type': 'text/html' } }))
    const { errors } = await status(4)
    assert.match(errors[0]?.message ?? '', /text\/html/)
    for (const body of [{ status: 'ok' }, 'null']) {
      front.set(() => ({ status: 200, body }))
      const { errors: told } = await status(4)
      assert.match(told[0]?.message ?? '', /address/)
    }
  })
})

describe('a write whose answer is lost', { concurrency: 4 }, () => {
  test('is sent again where that is safe, and done once', async () => {
    const { front, here, names } = await fronted()
    here.write('en.json', { a: 'A', b: 'B' })
    front.set(({ path, count }) =>
      path.includes('/import/commit') && count === 1 ? { status: 502, isDone: true } : undefined,
    )
    const { result } = await here.json<{ stats: { keysCreated: number } }>(0, ['push'])
    assert.equal(result.stats.keysCreated, 2)
    assert.deepEqual(await names(), ['a', 'b'])
    assert.equal(front.seen.filter(({ path }) => path.includes('/import/commit')).length, 2)
  })

  test('is not sent again where it is not', async () => {
    const { front, here, names } = await fronted()
    here.write('en.json', { a: 'A', b: 'B' })
    await here.json(0, ['push'])
    here.write('en.json', { a: 'A' })
    front.set(({ path }) => (path.includes('/batch') ? { status: 502, isDone: true } : undefined))
    await here.json(4, ['push', '--delete-missing', '--yes'])
    assert.equal(front.seen.filter(({ path }) => path.includes('/batch')).length, 1)
    assert.deepEqual(await names(), ['a'])
  })
})

describe('several faults at once', { concurrency: 4 }, () => {
  const pulled = async (answer: { status: number; body?: object }, args: string[] = []) => {
    const { front, here } = await fronted()
    here.write('en.json', { a: 'A' })
    await here.json(0, ['push'])
    here.write('en.json', '{ "a": ')
    front.set(({ path }) => (/locales=fr/.test(path) ? answer : undefined))
    const end = await ended(here.start(['pull', '--json', '--retries', '0', ...args]))
    return { ...(JSON.parse(end.stdout) as { exitCode: number; errors: { code: string }[]; result: Pulled }), end }
  }
  interface Pulled {
    files: { path: string; state: string }[]
  }

  test('3 counts before 4, and 4 before 6', async () => {
    const forbidden = await pulled({ status: 401, body: { code: 'AUTHENTICATION_REQUIRED', message: 'No.' } })
    assert.equal(forbidden.end.code, 3)
    const failing = await pulled({ status: 500 })
    assert.equal(failing.end.code, 4)
    assert.ok(failing.errors.some(({ code }) => code === 'HTTP_500') && failing.errors.length === 2)
    // What was done until then is told as well.
    assert.deepEqual(
      failing.result.files.map(({ path, state }) => [path, state]),
      [['en.json', 'failed']],
    )
  })

  test('6 counts before 5, and 5 before 1', async () => {
    assert.equal((await pulled({ status: 404, body: { code: 'NOT_FOUND', message: 'No.' } })).end.code, 6)
    const { here } = await fronted()
    here.write('en.json', { a: 'A' })
    await here.json(0, ['push'])
    await here.json(5, ['status', '--locale', 'de,ja', '--min', '100'])
    await here.json(1, ['status', '--locale', 'de', '--min', '100'])
    await here.json(5, ['pull', '--check', '--rewrite', '--locale', 'ja'])
    await here.json(2, ['status', '--locale', 'ja', '--mni', '100'])
  })
})
