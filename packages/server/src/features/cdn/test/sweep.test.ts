import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from '../../../db/sql.ts'
import { sweep } from '../../../sweeper.ts'
import { cdnSweeps } from '../sweep.ts'
import { createCdnScene } from './cdn-scene.ts'

const { service, owner, orgId, token, dataDir, createKey, putValue, deployed, file } = await createCdnScene()
const HOUR = 3_600_000
const blobs = async () => (await service.db.row<{ n: number }>(sql`select count(*) as n from cdn_blobs`))?.n ?? 0
const copies = () => readdirSync(join(dataDir, 'cdn')).length
const unfinished = () => readdirSync(join(dataDir, 'cdn')).filter((name) => name.endsWith('.part'))

test('bytes of a deploy that is no longer kept go after an hour, from the database and from the folder', async () => {
  const text = 'a text of some length '.repeat(20)
  await createKey('k', { en: `${text}one` })
  await deployed()
  await file('en.json')
  const published = await blobs()
  await putValue('k', 'en', `${text}two`)
  await deployed()
  await file('en.json')
  assert.ok((await blobs()) > published)
  const copied = copies()
  await sweep(service.services, cdnSweeps)
  assert.ok((await blobs()) > published, 'it may be published again')
  await service.db.run(sql`
    delete from cdn_deploys d where not exists (select 1 from cdn_publications c where c.deploy_id = d.id)`)
  await sweep(service.services, cdnSweeps)
  assert.ok((await blobs()) > published, 'a reader may be on its way')
  service.clock.advance(HOUR + 1)
  await sweep(service.services, cdnSweeps)
  assert.equal(await blobs(), published)
  assert.ok(copies() < copied)
  assert.deepEqual(await file('en.json'), { k: `${text}two` })
})

test('what is published stays for as long as it is published', async () => {
  const before = await blobs()
  service.clock.advance(100 * HOUR)
  await sweep(service.services, cdnSweeps)
  assert.equal(await blobs(), before)
  assert.deepEqual(Object.keys((await file('en.json', token)) as object), ['k'])
})

test('bytes that two projects share stay while one of them has them; a deleted project keeps none', async () => {
  const make = async (value: string) => {
    const body = { name: 'P', sourceLocale: 'en' }
    const project = await service.ok(owner, 'createProject', { params: { orgId }, body })
    const translations = { en: { value, status: 'translated' } }
    await service.ok(owner, 'createKey', { params: { projectId: project.id }, body: { key: 'k', translations } })
    await deployed(project.id)
    return project
  }
  const before = await blobs()
  const [one, other] = [await make('shared'), await make('shared')]
  assert.equal(await blobs(), before + 1)
  for (const [project, left] of [
    [one, 1],
    [other, 0],
  ] as const) {
    await service.ok(owner, 'deleteProject', { params: { projectId: project.id } })
    service.clock.advance(HOUR + 1)
    await sweep(service.services, cdnSweeps)
    assert.equal(await blobs(), before + left)
  }
})

test('a copy that cannot be written leaves nothing behind, and its file is served all the same', async () => {
  await createKey('full', { en: 'disk' })
  await deployed()
  const [hash = ''] = (
    await service.db.rows<{ hash: string }>(sql`
      select encode(f.hash, 'hex') as hash
      from cdn_publications c join cdn_files f on f.deploy_id = c.deploy_id
      where f.locale = 'en' and f.encoding = 'identity'`)
  ).map((found) => found.hash)
  const inTheWay = join(dataDir, 'cdn', hash)
  mkdirSync(join(inTheWay, 'occupied'), { recursive: true })
  try {
    assert.equal(((await file('en.json')) as Record<string, string>)['full'], 'disk')
    assert.deepEqual(unfinished(), [])
  } finally {
    rmSync(inTheWay, { recursive: true })
  }
})

test('what a kill left unfinished in the folder goes after an hour', async () => {
  const part = join(dataDir, 'cdn', `${'0'.repeat(64)}.1.part`)
  writeFileSync(part, 'cut sh')
  utimesSync(part, service.clock.now(), service.clock.now())
  await sweep(service.services, cdnSweeps)
  assert.equal(unfinished().length, 1, 'somebody may be writing it')
  service.clock.advance(HOUR + 1)
  await sweep(service.services, cdnSweeps)
  assert.deepEqual(unfinished(), [])
})
