import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from '../../../db/sql.ts'
import { sweep } from '../../../sweeper.ts'
import { cdnSweeps } from '../sweep.ts'
import { startBucket } from './bucket-stand-in.ts'
import { createCdnScene } from './cdn-scene.ts'

const bucket = await startBucket()
const scene = await createCdnScene({ bucket: bucket.config })
const { service, owner, orgId, projectId, token, createKey, putValue, deploy, deployed, file } = scene
const textOf = (name: string) => bucket.objects.get(`${token}/${name}`)?.text

await createKey('k', { en: 'one', de: 'eins' })
await createKey('k', { en: 'two' }, { namespace: 'a/b' })
await createKey('k', { en: 'three' }, { namespace: '..' })
await createKey('k', { en: 'four' }, { namespace: "it's (50%) +1*" })
beforeEach(() => {
  bucket.refuse = () => undefined
})
after(() => bucket.objects.clear())

test('every file is put into the bucket under its address, signed, with what a host needs to know', async () => {
  await deployed()
  assert.equal(textOf('en.json'), '{"k":"one"}')
  assert.equal(textOf('de.json'), '{"k":"eins"}')
  assert.equal(textOf('fr.json'), '{}')
  assert.equal(textOf('a/b/en.json'), '{"k":"two"}')
  assert.equal(textOf('%2E%2E/en.json'), '{"k":"three"}')
  assert.equal(textOf("it's (50%) +1*/en.json"), '{"k":"four"}')
  const { headers } = bucket.objects.get(`${token}/en.json`) ?? { headers: {} as Record<string, unknown> }
  assert.equal(headers['content-type'], 'application/json; charset=utf-8')
  assert.equal(headers['cache-control'], 'public, max-age=60, stale-while-revalidate=600')
  assert.deepEqual(await file('en.json'), { k: 'one' }, 'the service itself serves them, too')
})

test('what a deploy no longer has leaves the bucket', async () => {
  const spare = await createKey('k', { en: 'five' }, { namespace: 'spare' })
  await deployed()
  assert.equal(textOf('spare/en.json'), '{"k":"five"}')
  await service.ok(owner, 'deleteNamespace', { params: { projectId, namespaceId: spare.namespaceId } })
  await deployed()
  assert.equal(textOf('spare/en.json'), undefined)
  assert.equal(textOf('en.json'), '{"k":"one"}')
})

test('a bucket that refuses makes the deploy fail, and what was published stays', async () => {
  const before = new Map([...bucket.objects].map(([name, { text }]) => [name, text]))
  await putValue('k', 'de', 'neu')
  await createKey('k', { en: 'six' }, { namespace: 'new' })
  for (const last of ['fr.json', 'new/en.json', 'de.json']) {
    bucket.refuse = (method, name) => (method === 'PUT' && name === `${token}/${last}` ? 403 : undefined)
    const { event, after } = await deploy()
    assert.deepEqual([event, after], ['cdn_deploy.failed', { error: 'The bucket answered 403 (AccessDenied).' }])
    assert.deepEqual(new Map([...bucket.objects].map(([name, { text }]) => [name, text])), before)
    assert.deepEqual(await file('de.json'), { k: 'eins' })
  }
  bucket.refuse = () => undefined
  await deployed()
  assert.equal(textOf('de.json'), '{"k":"neu"}')
})

test('an answer that asks for patience is tried again', async () => {
  const tried: string[] = []
  bucket.refuse = (_method, name) => {
    tried.push(name)
    return tried.filter((other) => other === name).length <= 2 ? 503 : undefined
  }
  await putValue('k', 'de', 'geduldig')
  await deployed()
  assert.equal(textOf('de.json'), '{"k":"geduldig"}')
})

test('a wrong secret, and a bucket that is not there, are told', async () => {
  const { bucket: config } = service.services.config
  assert.ok(config)
  service.services.config.bucket = { ...config, secretAccessKey: 'wrong' }
  assert.deepEqual((await deploy()).after, { error: 'The bucket answered 403 (AccessDenied).' })
  service.services.config.bucket = { ...config, endpoint: 'http://127.0.0.1:9' }
  assert.deepEqual((await deploy()).after, { error: 'The bucket cannot be reached.' })
  service.services.config.bucket = config
})

test('12.10 an earlier deploy that is published again is in the bucket, too, or nowhere', async () => {
  const texts = () => new Map([...bucket.objects].map(([name, { text }]) => [name, text]))
  await deployed()
  const before = texts()
  await createKey('k', { en: 'seven' }, { namespace: 'newest' })
  await putValue('k', 'de', 'neuer')
  await deployed()
  const after = texts()
  const { deploys } = await service.ok(owner, 'listDeploys', { params: { projectId } })
  const at = { params: { projectId, deployId: deploys[1]?.id ?? 0 } }

  bucket.refuse = (method, name) => (method === 'PUT' && name === `${token}/fr.json` ? 403 : undefined)
  await service.refused(owner, 'publishDeploy', at, 'bucketFailed')
  assert.deepEqual(texts(), after)
  assert.deepEqual(await file('de.json'), { k: 'neuer' })

  bucket.refuse = () => undefined
  await service.ok(owner, 'publishDeploy', at)
  assert.deepEqual(texts(), before)
  assert.deepEqual(await file('de.json'), { k: 'geduldig' })
})

test('the files of a deleted project leave the bucket with the next clean-up', async () => {
  const body = { name: 'Short', sourceLocale: 'en' }
  const { id, cdnToken } = await service.ok(owner, 'createProject', { params: { orgId }, body })
  await deployed(id)
  assert.ok(bucket.objects.has(`${cdnToken}/en.json`))
  await service.ok(owner, 'deleteProject', { params: { projectId: id } })
  await sweep(service.services, cdnSweeps)
  assert.ok(!bucket.objects.has(`${cdnToken}/en.json`))
  assert.ok(bucket.objects.has(`${token}/en.json`))
})

test('a bucket that keeps the files of one project stops nothing else of the clean-up, and that is told', async () => {
  const blobs = () => service.db.run(sql`select 1 from cdn_blobs`)
  const make = async (name: string) => {
    const body = { name, sourceLocale: 'en' }
    const { id, cdnToken } = await service.ok(owner, 'createProject', { params: { orgId }, body })
    const translations = { en: { value: name, status: 'translated' } }
    await service.ok(owner, 'createKey', { params: { projectId: id }, body: { key: 'k', translations } })
    await deployed(id)
    await service.ok(owner, 'deleteProject', { params: { projectId: id } })
    return `${cdnToken}/en.json`
  }
  await sweep(service.services, cdnSweeps)
  const before = await blobs()
  const [stuck, free] = [await make('Stuck'), await make('Free')]
  assert.equal(await blobs(), before + 2)
  service.clock.advance(3_600_001)
  const told: unknown[] = []
  const warn = ({ err }: { err: Error }, message: string) => told.push([message, err.message])
  const services = { ...service.services, log: { ...service.services.log, warn } as unknown as FastifyBaseLogger }
  bucket.refuse = (method, name) => (method === 'DELETE' && name === stuck ? 403 : undefined)
  await sweep(services, cdnSweeps)
  assert.deepEqual([bucket.objects.has(stuck), bucket.objects.has(free)], [true, false])
  assert.deepEqual(told, [
    ['files of deleted projects could not be withdrawn', 'The bucket answered 403 (AccessDenied).'],
  ])
  assert.ok((await blobs()) <= before + 1, 'bytes that nothing refers to go nevertheless')
  bucket.refuse = () => undefined
  await sweep(services, cdnSweeps)
  assert.ok(!bucket.objects.has(stuck))
  assert.equal(told.length, 1)
})

test('what the bucket has lost already is as good as removed', async () => {
  const body = { name: 'Lost', sourceLocale: 'en' }
  const { id } = await service.ok(owner, 'createProject', { params: { orgId }, body })
  await deployed(id)
  await service.ok(owner, 'deleteProject', { params: { projectId: id } })
  bucket.refuse = (method) => (method === 'DELETE' ? 404 : undefined)
  await sweep(service.services, cdnSweeps)
  assert.equal(await service.db.row(sql`select 1 from cdn_publications where project_id = ${id}`), undefined)
})
