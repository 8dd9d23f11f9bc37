import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contract, type Entry, errors, type RouteName } from '@parlance/contract'
import { readConfig } from '../src/config.ts'
import { type Actor, createAccessScene, paramsFor } from './access-scene.ts'
import { accessRequests, accessTable } from './access-table.ts'
import { restrictedAccessTable } from './access-table-restricted.ts'
import { type Answer, startService } from './harness.ts'
import { startIdentityProvider } from './identity-provider.ts'
import { providerConfig } from './provider-scene.ts'

const provider = await startIdentityProvider({
  origins: ['http://127.0.0.1:4400', 'http://localhost'],
  people: { nia: { email: 'nia@example.com', email_verified: true } },
})
// More webhooks are made here than a project may have. Mail is written down, and nobody is there to send it.
const mailSettings = {
  SMTP_URL: 'smtp://localhost',
  MAIL_FROM: 'l10n@example.com',
  PUBLIC_URL: 'http://127.0.0.1:4400',
}
const { quotas, mail } = readConfig(mailSettings)
const service = await startService({
  quotas: { ...quotas, webhooks: 1_000 },
  mail,
  ...providerConfig(provider, { OIDC_ALLOWED_DOMAINS: 'example.com' }),
})
const scene = await createAccessScene(service, provider)

const tables = [
  { name: 'unrestricted', table: accessTable, actors: scene.actors, file: 'access-table.ts' },
  {
    name: 'restricted to German',
    table: restrictedAccessTable,
    actors: scene.restricted,
    file: 'access-table-restricted.ts',
  },
]

for (const { name, table, actors, file } of tables) {
  const place = `packages/server/test/${file}`
  const [header = [], ...rows] = table
    .split('\n')
    .map((line) => line.trim().split(/ +/))
    .filter((words) => words.length > 1)
  const actorNames = header.slice(2)
  const byActor = (words: string[]) => Object.fromEntries(actorNames.map((actor, at) => [actor, words[at]]))

  test(`the table of those ${name} has exactly the routes of the contract, and a word for every actor`, () => {
    const [known, told] = [new Set(Object.keys(contract)), rows.map(([route = '']) => route)]
    assert.equal([...known].filter((route) => !told.includes(route)).join(), '', `These need a row in ${place}`)
    assert.equal(
      told.filter((route) => !known.has(route)).join(),
      '',
      `These are no routes any more: take them from ${place}`,
    )
    assert.equal(told.length, known.size, `${place} has a route twice`)
    assert.deepEqual(actorNames, Object.keys(actors), `The columns of ${place}`)
    for (const [route, , ...words] of rows)
      assert.equal(words.length, actorNames.length, `The words of ${route} in ${place}`)
  })

  for (const [route = '', permission = '', ...words] of rows) {
    test(`${route}, ${name}`, async () => {
      const answered: string[] = []
      for (const actor of Object.values(actors)) {
        answered.push(wordOf(await ask(route as RouteName, actor), permission))
      }
      const row = `${route} ${permission} ${answered.join(' ')}`
      assert.deepEqual(byActor(answered), byActor(words), `Answered was what ${place} does not say: ${row}`)
    })
  }
}

async function ask(route: RouteName, actor: Actor): Promise<Answer> {
  const { caller = actor.caller, ...request } = (await accessRequests[route]?.(scene, actor)) ?? {}
  const params = request.params ?? (await paramsFor(contract[route].path, scene, actor))
  return service.call(caller, route, { ...request, params } as object)
}

/** An answer in the words of the table; whole where it has none. */
function wordOf(answer: Answer, permission: string): string {
  if (answer.status < 300) return 'ok'
  const { code, message, meta } = answer.body as {
    code?: string
    message?: string
    meta?: { requiredPermission?: string }
  }
  if (message === errors.restrictedToLocales.message) return '403r'
  if (message === errors.localeForbidden.message) return '403l'
  const words: Record<string, string> = {
    '401 AUTHENTICATION_REQUIRED': '401',
    '401 UNAUTHORIZED': '401k',
    [`403 FORBIDDEN ${permission}`]: '403',
    '403 FORBIDDEN': '403k',
    '404 NOT_FOUND': '404',
    '404': '404m',
    '404 PROJECT_NOT_FOUND': '404p',
    '404 WEBHOOK_NOT_FOUND': '404w',
    '404 WEBHOOK_DELIVERY_NOT_FOUND': '404d',
  }
  const told = [answer.status, code, meta?.requiredPermission].filter((part) => part !== undefined).join(' ')
  return words[told] ?? `${answer.status} ${JSON.stringify(answer.body)}`
}

// What operators ask the process, the files of the console, and published files, whose `/cdn/*` is drawn as `/*`; everything else belongs into the
// contract, and so into the table.
const open = /^(GET|HEAD|OPTIONS) \/(|\*|health|metrics|openapi\.json|docs|docs\/.*|docs\*|assets\/.*|icon\.svg)$/

test('the server answers at the addresses of the contract, under both prefixes, and at no others', async () => {
  await service.app.ready()
  const served = servedAddresses(service.app.printRoutes({ commonPrefix: false })).filter(
    (address) => !open.test(address),
  )
  const promised = (Object.values(contract) as Entry[]).flatMap(({ method, path }) =>
    (method === 'GET' ? ['GET', 'HEAD'] : [method]).flatMap((verb) =>
      ['/v1', '/api/v1'].map((prefix) => `${verb} ${prefix}${path.replaceAll(/\{\w+\}/g, '{}')}`),
    ),
  )
  assert.deepEqual(served.sort(), promised.sort())
})

/** Reads Fastify's drawing of its routes: a tree, four columns per level, methods in parentheses. */
function servedAddresses(drawing: string): string[] {
  const above: string[] = []
  return drawing.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] = /^([│ ]*)[├└]── (\S*)(?: \((.*)\))?$/.exec(line) ?? []
    const depth = indent.length / 4
    above.splice(depth, Number.POSITIVE_INFINITY, part)
    const path = above.join('').replaceAll(/:[^/]+/g, '{}')
    return methods.split(', ').flatMap((method) => (method ? [`${method} ${path}`] : []))
  })
}
