import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { limits, type RouteName } from '@parlance/contract'
import { createScene } from './factories.ts'
import { credentials, startService } from './harness.ts'

const service = await startService()
const { owner, orgId, projectId } = await createScene(service)
const { id: keyId } = await service.ok(owner, 'createKey', { params: { projectId }, body: { key: 'title' } })
const params = { projectId, keyId, orgId }

/** What the answer says to do about its field. */
async function adviceOn(name: RouteName, request: object): Promise<unknown> {
  const { status, body } = await service.call(owner, name, { params, ...request } as never)
  assert.equal(status, 422, JSON.stringify(body))
  return (body as { errors: { message: string }[] }).errors[0]?.message
}

describe('a 422 says what the field takes, and what came', () => {
  const bodies: [name: RouteName, body: unknown, message: string][] = [
    ['createKey', {}, '`key` is missing: it must be a text of 1 to 768 characters.'],
    ['createKey', { key: '' }, '`key` must not be empty.'],
    ['createKey', { key: 'k'.repeat(800) }, '`key` may have at most 768 characters; 800 were sent.'],
    ['createKey', { key: 5 }, '`key` must be a text of 1 to 768 characters; 5 came.'],
    ['createKey', { key: 'a\0' }, '`key` must be a text of 1 to 768 characters; U+0000 stands in it.'],
    ['createKey', { key: 'k', isPlural: 'yes' }, '`isPlural` must be true or false; a text came.'],
    ['createKey', { key: 'k', characterLimit: 0 }, '`characterLimit` must be a whole number, 1 or more; 0 came.'],
    [
      'createKey',
      { key: 'k', translations: { de: { value: 'x', status: 'done' } } },
      '`translations.de.status` must be one of `translated`, `not_reviewed`, `not_translated`; `done` came.',
    ],
    ['createKey', [], 'The body must be an object; a list came.'],
    ['updateKey', { characterLimit: 'x' }, '`characterLimit` must be a whole number, 1 or more, or null; a text came.'],
    ['batchDeleteKeys', { keyIds: [] }, '`keyIds` must be a list of 1 to 10,000; one of 0 came.'],
    ['batchDeleteKeys', { keyIds: [1, 'x'] }, '`keyIds.1` must be a whole number, 1 or more; `x` came.'],
    [
      'createProject',
      { name: 'P', sourceLocale: 'no such' },
      '`sourceLocale` must be the code of a language (BCP 47), such as `de` or `pt-BR`; `no such` came.',
    ],
    [
      'createMember',
      { email: 'nobody', role: 'viewer' },
      '`email` must be an email address, such as `ada@example.org`; another text came.',
    ],
    ['updateMe', { password: 'short' }, '`password` needs 10 characters.'],
    ['updateMe', { password: 'long enough' }, 'Send `currentPassword` with a new password.'],
    ['exportKeys', { localeCodes: ['en', 'xx'] }, 'The project does not have the language `xx`.'],
    ['exportKeys', { format: 'po', formatOptions: { x: true } }, 'This format has'],
    ['putPreferences', { a: 'x'.repeat(limits.preferences) }, 'The body may have at most 16384 bytes.'],
  ]
  for (const [name, body, message] of bodies)
    test(`${name} ${JSON.stringify(body).slice(0, 60)}`, async () => {
      const advice = String(await adviceOn(name, { body }))
      assert.equal(message === 'This format has' ? advice.slice(0, message.length) : advice, message)
    })

  test('in a query, and in a path', async () => {
    assert.equal(
      await adviceOn('listKeys', { query: { limit: 500 } }),
      '`limit` must be a whole number from 1 to 100; 500 came.',
    )
    const path = await adviceOn('getProject', { params: { projectId: 'x' } })
    assert.equal(path, '`projectId` in the path must be a whole number from 1.')
  })

  test('in a body of megabytes, too', async () => {
    const body = { key: 'k', description: ' '.repeat(2 * 2 ** 20) }
    assert.equal(
      await adviceOn('createKey', { body }),
      '`description` may have at most 5,000 characters; far more were sent.',
    )
    const values = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`l${at}`, { value: 'v'.repeat(60_000), status: 'x' }]),
    )
    const advice = await adviceOn('createKey', { body: { key: 'k', translations: values } })
    assert.equal(
      advice,
      '`translations.l0.status` must be one of `translated`, `not_reviewed`, `not_translated`; `x` came.',
    )
  })

  test('names what there is, where an operation takes at least one', async () => {
    const { id: sourceLocaleId } = (await service.ok(owner, 'listOrganizationLocales', { params })).locales[0] ?? {
      id: 0,
    }
    const { id: tmId } = await service.ok(owner, 'createMemory', { params, body: { name: 'M', sourceLocaleId } })
    const { status, body } = await service.call(owner, 'updateMemory', { params: { tmId }, body: {} })
    assert.deepEqual(
      [status, body],
      [
        422,
        {
          code: 'VALIDATION_ERROR',
          errors: [
            {
              field: 'body',
              message: 'Send at least one of `name`, `description`, `isShared`, `autoPopulate`, `onlyApproved`.',
            },
          ],
        },
      ],
    )
  })

  test('and never repeats a text, which may be a secret', async () => {
    const secret = 'correct horse battery staple'.repeat(20)
    for (const body of [
      { email: secret, password: secret, name: 'A' },
      { email: 'a@b.c', password: secret, name: 'A' },
    ]) {
      const answer = await service.call({}, 'register', { body })
      assert.equal(answer.status, 422)
      assert.doesNotMatch(JSON.stringify(answer.body), /horse/)
    }
  })
})

describe('a body that is no JSON', () => {
  const send = async (payload: string, headers: Record<string, string> = { 'content-type': 'application/json' }) => {
    const request = {
      method: 'POST',
      url: '/v1/organizations',
      headers: { ...credentials(owner), ...headers },
      payload,
    } as const
    const { statusCode, body } = await service.app.inject(request)
    const { code, message } = JSON.parse(body)
    assert.deepEqual([statusCode, code], [400, 'INVALID_INPUT'])
    return message as string
  }

  const texts: [payload: string, why: string][] = [
    ['{\n  "name": "x",\n}', 'line 3, column 1: after a comma something must follow, not `}`.'],
    ['{"name": ["x",]}', 'line 1, column 15: after a comma something must follow, not `]`.'],
    ["{'name': 'x'}", 'line 1, column 2: names and texts stand in double quotation marks, not in single ones.'],
    ['{"name": "x"', 'line 1, column 13: it ends too early.'],
    ['{"name": x}', 'line 1, column 10: "x" cannot stand here.'],
    ['{"name": "x"} y', 'line 1, column 15: "y" cannot stand here.'],
  ]
  for (const [payload, why] of texts)
    test(`is told where: ${JSON.stringify(payload)}`, async () => {
      assert.equal(await send(payload), `The body is no JSON: ${why}`)
    })

  test('is told where in megabytes', async () => {
    const advice = await send(`{"name":"${'x'.repeat(2 ** 19)}",}${' '.repeat(2 ** 19 - 20)}`)
    assert.match(advice, /^The body is no JSON: line 1, column 524300: after a comma/)
    // Beyond a megabyte the route takes no body; one that does is read in turns.
    const url = `/v1/projects/${projectId}/keys`
    const headers = { ...credentials(owner), 'content-type': 'application/json' }
    const payload = `{"key":"k","description":"${' '.repeat(2 ** 21)}",}`
    const { body } = await service.app.inject({ method: 'POST', url, headers, payload })
    assert.match(JSON.parse(body).message, /^The body is no JSON: unexpected "}" at position \d+\.$/)
  })

  test('is told which type it lacks', async () => {
    const wanted = 'Send the body as JSON, with the header `Content-Type: application/json`.'
    assert.equal(await send('{"name":"x"}', {}), `${wanted} It came without one.`)
    assert.equal(await send('name=x', { 'content-type': 'text/plain' }), `${wanted} It came as \`text/plain\`.`)
  })
})

test('an API key on a route for people is told that the key is fine, and who should come instead', async () => {
  const { key } = await service.ok(owner, 'createApiKey', {
    params,
    body: { name: 'K', scopes: ['translations:read'] },
  })
  for (const name of ['getSession', 'getPreferences', 'getGlossary'] as const) {
    await service.refused({ apiKey: key }, name, { params } as never, 'personRequired')
    await service.refused({ apiKey: `${key}x` }, name, { params } as never, 'authenticationRequired')
  }
})
