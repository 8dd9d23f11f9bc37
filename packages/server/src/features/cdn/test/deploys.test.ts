import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApiKey, join } from '../../../../test/factories.ts'
import { Dice } from '../../../../test/fuzz-values.ts'
import { type Caller, startService } from '../../../../test/harness.ts'
import { PublishedReaders } from '../../../../test/published.ts'
import { until } from '../../../../test/until.ts'
import { sql } from '../../../db/sql.ts'
import { sweep } from '../../../sweeper.ts'
import { bringOut } from '../bring-out.ts'
import { cdnSweeps } from '../sweep.ts'
import { createCdnScene } from './cdn-scene.ts'

const scene = await createCdnScene()
const { service, owner, orgId, project, projectId, base, token, createKey, putValue, deployed, file, get } = scene
const params = { projectId }
const HOUR = 3_600_000

const state = (caller: Caller = owner) => service.ok(caller, 'getCdn', { params })
const deploys = async (caller: Caller = owner) => (await service.ok(caller, 'listDeploys', { params })).deploys
const publish = (deployId: number) => service.ok(owner, 'publishDeploy', { params: { projectId, deployId } })
/** The number of the deploy that comes of it. */
const deploy = async () => {
  await deployed()
  return (await deploys())[0]?.id ?? 0
}
/** To a bucket that is not there. */
const deployInVain = async () => {
  const nowhere = { endpoint: 'http://127.0.0.1:9', accessKeyId: 'a', secretAccessKey: 's' }
  service.services.config.bucket = { ...nowhere, region: 'r', name: 'n', prefix: '' }
  await scene.deploy()
  service.services.config.bucket = undefined
  return (await deploys())[0] ?? assert.fail('no deploy')
}
const settings = (cdn: object) => service.ok(owner, 'updateProject', { params, body: { cdn } })
const german = await join(service, owner, orgId, 'developer', ['de'])

test('12.10 before the first deploy nothing is published, and everything is still to be', async () => {
  assert.deepEqual(await state(), { publishedAt: null, deployId: null, isBehind: true, files: [] })
  assert.deepEqual(await service.ok(owner, 'listDeploys', { params }), {
    deploys: [],
    nextCursor: null,
    hasMore: false,
  })
})

test('12.10 what is published is told: when, by which deploy, and each file with its address and size', async () => {
  await createKey('hello', { en: 'Hello {name}', de: 'Hällo {name}', fr: 'Bonjour' })
  for (const namespace of ['checkout', 'a/b ?', '..']) await createKey('k', { en: namespace }, { namespace })
  const deployId = await deploy()
  const { files, ...rest } = await state()
  assert.deepEqual(rest, { publishedAt: service.clock.now().toISOString(), deployId, isBehind: false })
  assert.deepEqual(
    files.filter(({ locale }) => locale === 'en').map(({ path, namespace }) => [path, namespace]),
    [
      ['en.json', 'default'],
      ['%252E%252E/en.json', '..'],
      ['a%2Fb%20%3F/en.json', 'a/b ?'],
      ['checkout/en.json', 'checkout'],
    ],
  )
  assert.deepEqual(
    files.slice(0, 3).map(({ locale }) => locale),
    ['de', 'en', 'fr'],
  )
  for (const { path, url, bytes, locale, namespace } of files) {
    assert.equal(url, `${project.cdnUrl}/${path}`)
    const answer = await fetch(`${base}/cdn/${token}/${path}`, { headers: { 'accept-encoding': 'identity' } })
    const text = await answer.text()
    assert.deepEqual([answer.status, Buffer.byteLength(text)], [200, bytes], path)
    if (namespace !== 'default' && locale === 'en') assert.deepEqual(JSON.parse(text), { k: namespace })
  }
})

test('12.10 each deploy is listed with who asked for it, what came of it, and which one is published', async () => {
  const [{ id, ...first } = assert.fail('no deploy')] = await deploys()
  const { files } = await state()
  const at = service.clock.now().toISOString()
  assert.deepEqual(first, {
    state: 'completed',
    startedAt: at,
    finishedAt: at,
    actor: { type: 'user', id: owner.userId, name: (await service.ok(owner, 'getSession')).user.name },
    files: 12,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    warnings: [{ file: 'fr.json', key: 'hello', message: 'The placeholder {name} of the source is missing.' }],
    error: null,
    isPublished: true,
  })
  const second = await deploy()
  assert.deepEqual(
    (await deploys()).map((one) => [one.id, one.isPublished]),
    [
      [second, true],
      [id, false],
    ],
  )
  const page = await service.ok(owner, 'listDeploys', { params, query: { limit: 1 } })
  const next = await service.ok(owner, 'listDeploys', { params, query: { cursor: page.nextCursor ?? '' } })
  assert.deepEqual([page.deploys[0]?.id, next.deploys[0]?.id, next.hasMore], [second, id, false])
  await service.refused(owner, 'listDeploys', { params, query: { cursor: 'x' } }, 'invalidCursor')
  for (const limit of [0, 101]) {
    await service.refused(owner, 'listDeploys', { params, query: { limit } }, 'validationError', { field: 'limit' })
  }
})

test('12.10 members restricted to some languages are told of their files alone', async () => {
  const { files } = await state(german)
  assert.deepEqual([...new Set(files.map(({ locale }) => locale))], ['de'])
  const [first] = await deploys(german)
  assert.deepEqual(
    [first?.files, first?.bytes, first?.warnings],
    [4, files.reduce((sum, { bytes }) => sum + bytes, 0), []],
  )
  await putValue('hello', 'fr', 'Bonjour {name}')
  assert.deepEqual([(await state()).isBehind, (await state(german)).isBehind], [true, false])
  await putValue('hello', 'de', 'Servus {name}')
  assert.equal((await state(german)).isBehind, true)
})

describe('12.10 what is published is behind', () => {
  const { ok } = service
  const keyNamed = async (search: string) =>
    (await ok(owner, 'listKeys', { params, query: { search } })).data[0] ?? assert.fail(search)
  const change = async (name: string, body: object) =>
    ok(owner, 'updateKey', { params: { projectId, keyId: (await keyNamed(name)).id }, body })
  const namespaceId = async (wanted: string) =>
    (await ok(owner, 'listNamespaces', { params })).namespaces.find(({ name }) => name === wanted)?.id ?? 0

  const changes: [string, () => Promise<unknown>][] = [
    ['a value', () => putValue('hello', 'en', 'Hi {name}')],
    ['a new key', () => createKey('fresh', { en: 'Fresh' })],
    ['the name of a key', () => change('fresh', { key: 'renamed' })],
    ['the place of a key', async () => change('renamed', { namespaceId: await namespaceId('checkout') })],
    ['what kind of text a key is', () => change('renamed', { isPlural: true })],
    ['how a key is written', () => change('renamed', { syntax: 'printf' })],
    [
      'a key that is deleted',
      async () => ok(owner, 'deleteKey', { params: { projectId, keyId: (await keyNamed('renamed')).id } }),
    ],
    ['a namespace', () => ok(owner, 'createNamespace', { params, body: { name: 'more' } })],
    [
      'the name of a namespace',
      async () =>
        ok(owner, 'updateNamespace', {
          params: { projectId, namespaceId: await namespaceId('more') },
          body: { name: 'other' },
        }),
    ],
    ['a language', () => ok(owner, 'addProjectLocale', { params, body: { code: 'it' } })],
    ['a language that is taken out', () => ok(owner, 'removeProjectLocale', { params: { projectId, code: 'it' } })],
    ['the settings', () => settings({ statuses: ['translated'] })],
  ]
  test('after whatever would change the files, until the next deploy', async () => {
    for (const [what, make] of changes) {
      await deployed()
      assert.equal((await state()).isBehind, false, `before ${what}`)
      await make()
      assert.equal((await state()).isBehind, true, what)
    }
  })

  test('after a status where only some are published, and not where all are', async () => {
    const { translations } = await keyNamed('hello')
    const setStatus = (status: 'translated' | 'not_reviewed') =>
      ok(owner, 'setStatus', { params: { projectId, translationId: translations['de']?.id ?? 0 }, body: { status } })
    await setStatus('translated')
    await deployed()
    await setStatus('not_reviewed')
    assert.equal((await state()).isBehind, true)
    await deployed()
    await putValue('hello', 'de', 'Still to be reviewed')
    assert.equal((await state()).isBehind, false, 'it was left out, and still is')
    await settings({ statuses: [] })
    await deployed()
    await setStatus('translated')
    await settings({ statuses: null })
    assert.equal((await state()).isBehind, false)
  })

  test('neither after comments and descriptions, nor after another name of the project', async () => {
    const { translations } = await keyNamed('hello')
    const params = { projectId, translationId: translations['de']?.id ?? 0 }
    await ok(owner, 'createComment', { params, body: { text: 'Nice' } })
    await change('hello', { description: 'At the top', aiContext: 'A greeting', characterLimit: 500 })
    await ok(owner, 'updateProject', { params: { projectId }, body: { name: 'Renamed' } })
    assert.equal((await state()).isBehind, false)
  })
})

describe('12.10 an earlier deploy is published again', () => {
  test('at once, with the files and tags it had, and is behind as long as it is not what a deploy would publish', async () => {
    await putValue('hello', 'en', 'First {name}')
    const first = await deploy()
    const tag = async () => (await get(`${token}/en.json`)).headers['etag']
    const before = { tag: await tag(), published: await state() }
    await createKey('late', { en: 'Late' }, { namespace: 'late' })
    await putValue('hello', 'en', 'Second {name}')
    const second = await deploy()
    service.clock.advance(1000)

    const publishedAt = service.clock.now().toISOString()
    assert.deepEqual(await publish(first), { ...before.published, publishedAt, isBehind: true })
    assert.deepEqual(await file('en.json'), { hello: 'First {name}' })
    assert.deepEqual([await tag(), (await get(`${token}/late/en.json`)).status], [before.tag, 404])
    assert.deepEqual(
      (await deploys()).slice(0, 2).map(({ id, isPublished }) => [id, isPublished]),
      [
        [second, false],
        [first, true],
      ],
    )
    const { activity } = await service.ok(owner, 'listActivity', { params, query: { limit: 1 } })
    const [{ event, actor, after } = assert.fail('nothing told')] = activity
    assert.deepEqual([event, actor.id, after], ['cdn_deploy.published_again', owner.userId, { deployId: first }])

    service.clock.advance(1000)
    assert.equal((await publish(first)).publishedAt, publishedAt, 'what is published already is left as it is')
    const again = await service.ok(owner, 'listActivity', { params, query: { limit: 1 } })
    assert.deepEqual(again.activity, activity)
    assert.equal((await publish(second)).isBehind, false)
    assert.deepEqual(await file('late/en.json'), { late: 'Late' })
  })

  test('on every instance in the same moment, and never mixed', async () => {
    const other = await startService({ dataDir: scene.dataDir }, service)
    const otherBase = await other.app.listen({ port: 0, host: '127.0.0.1' })
    const names = Array.from({ length: 8 }, (_, at) => `n${at}`)
    // The older deploy has the larger number, so that readers never see a number fall.
    for (const namespace of names) await createKey('version', { en: '2' }, { namespace })
    const older = await deploy()
    await service.db.run(sql`update translations set value = '1' where project_id = ${projectId} and value = '2'`)
    await deploy()
    const addresses = names.map((name) => `${token}/${name}/en.json`)
    const readers = new PublishedReaders([base, otherBase], addresses)
    assert.deepEqual(await readers.readAll(), [1])
    const stop = new AbortController()
    const reading = Array.from({ length: 3 }, (_, seed) => readers.readUntil(stop.signal, new Dice(seed)))
    await other.ok(owner, 'publishDeploy', { params: { projectId, deployId: older } })
    assert.deepEqual(await readers.readAll(), [2])
    stop.abort()
    await Promise.all(reading)
    readers.assertOneRegister()
  })

  test('by several at once, and beside a deploy: one after the other, and the last one is there whole', async () => {
    const [newest, next] = (await deploys()).map(({ id }) => id)
    const numberOf = new Map([
      [newest, 1],
      [next, 2],
    ])
    const readers = new PublishedReaders(
      [base],
      Array.from({ length: 8 }, (_, at) => `${token}/n${at}/en.json`),
    )
    for (let round = 0; round < 3; round++) {
      await Promise.all([publish(newest ?? 0), publish(next ?? 0), publish(newest ?? 0)])
      const { deployId } = await state()
      assert.deepEqual(await readers.readAll(), [numberOf.get(deployId ?? 0)])
    }
    const [{ id: built } = assert.fail()] = await Promise.all([deploy(), publish(next ?? 0)]).then(() => deploys())
    const { deployId } = await state()
    assert.deepEqual(await readers.readAll(), [deployId === built ? 1 : 2])
    const switching = await service.db.row(sql`select 1 from cdn_publications where is_switching`)
    assert.equal(switching, undefined, 'nobody is left who waits for a switch')
  })

  test('and where somebody else switched meanwhile, readers are told anew not to rely on what they saw', async () => {
    const [, { id: deployId } = assert.fail()] = await deploys()
    const announced: boolean[] = []
    await bringOut(
      service.services,
      {
        projectId,
        token,
        deployId,
        at: service.clock.now(),
        files: async () => [],
        async inSameTransaction() {
          const before = await service.db.one<{ isSwitching: boolean }>(sql`
            select is_switching as "isSwitching" from cdn_publications where project_id = ${projectId}`)
          announced.push(before.isSwitching)
          if (announced.length > 1) return
          await service.db.run(sql`
            update cdn_publications set version = version + 1, is_switching = false where project_id = ${projectId}`)
        },
        comesAgain: () => false,
      },
      new AbortController().signal,
    )
    assert.deepEqual([announced, (await state()).deployId], [[true, true], deployId])
  })

  test('400: one that has failed, or is not done yet', async () => {
    const failed = await deployInVain()
    const { state, error, files, isPublished } = failed
    assert.deepEqual([state, error, files, isPublished], ['failed', 'The bucket cannot be reached.', 0, false])
    const refused = (deployId: number) =>
      service.refused(owner, 'publishDeploy', { params: { projectId, deployId } }, 'deployNotCompleted')
    await refused(failed.id)

    const later = new Date(service.clock.now().getTime() + HOUR)
    const ahead = await service.db.one<{ id: number }>(sql`
      insert into jobs (kind, project_id, lane, actor_type, actor_id, user_id, created_at, due_at)
      values ('cdn_deploy', ${projectId}, ${`cdn ${projectId}`}, 'user', 1, 1, now(), ${later}) returning id`)
    await service.ok(owner, 'deployCdn', { params })
    const [waiting = assert.fail()] = await deploys()
    assert.deepEqual([waiting.state, waiting.finishedAt, waiting.isPublished], ['running', null, false])
    await refused(waiting.id)
    await service.db.run(sql`delete from jobs where id = ${ahead.id}`)
    await until('the deploy', async () => (await deploys())[0]?.state === 'completed')
  })

  test('404: one that is nowhere, or in another project; 403: for API keys and restricted members', async () => {
    const [{ id: deployId } = assert.fail()] = await deploys()
    const body = { name: 'Other', sourceLocale: 'en' }
    const { id: elsewhere } = await service.ok(owner, 'createProject', { params: { orgId }, body })
    for (const at of [
      { projectId, deployId: 999_999 },
      { projectId: elsewhere, deployId },
    ]) {
      await service.refused(owner, 'publishDeploy', { params: at }, 'deployNotFound')
    }
    const at = { params: { projectId, deployId } }
    const key = await createApiKey(service, owner, projectId, ['translations:read', 'translations:write'])
    const meta = { requiredPermission: 'project.manage' }
    await service.refused(key, 'publishDeploy', at, 'missingPermission', meta)
    await service.refused(german, 'publishDeploy', at, 'restrictedToLocales')
  })

  test('while it is one of the last twenty: of those the bytes stay, however old, and of older ones they go', async () => {
    service.clock.advance(HOUR)
    await putValue('hello', 'en', 'Kept {name}')
    const kept = await deploy()
    await putValue('hello', 'en', 'Now {name}')
    for (let at = 1; at < 20; at++) await deployed()
    assert.deepEqual((await deploys()).map(({ id }) => id).at(-1), kept)
    assert.equal((await deploys()).length, 20)
    service.clock.advance(100 * HOUR)
    await sweep(service.services, cdnSweeps)
    await publish(kept)
    assert.deepEqual(await file('en.json'), { hello: 'Kept {name}' })

    const [{ id: newest } = assert.fail()] = await deploys()
    await deployInVain()
    assert.equal((await deploys()).at(-1)?.id, kept, 'what is published stays, however many come after it')
    await publish(newest)
    assert.ok(!(await deploys()).some(({ id }) => id === kept))
    await service.refused(owner, 'publishDeploy', { params: { projectId, deployId: kept } }, 'deployNotFound')
    const bytes = () => service.db.run(sql`select 1 from cdn_blobs where position('Kept {name}'::bytea in bytes) > 0`)
    assert.equal(await bytes(), 1)
    await sweep(service.services, cdnSweeps)
    assert.equal(await bytes(), 0)
  })
})

test('a switch that was announced by somebody who died is called off, so that readers need not look each time', async () => {
  await service.db.run(sql`
    update cdn_publications set is_switching = true, announced_at = now() - interval '2 minutes'
    where project_id = ${projectId}`)
  await sweep(service.services, cdnSweeps)
  const left = await service.db.row(sql`select 1 from cdn_publications where is_switching`)
  assert.equal(left, undefined)
})
