import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from '../../../db/sql.ts'
import { PublishedBytes } from '../published-bytes.ts'
import { sweep } from '../sweep.ts'
import { createCdnScene } from './cdn-scene.ts'

const { service, owner, orgId, token, dataDir, createKey, putValue, deployed, file } = await createCdnScene()
const HOUR = 3_600_000
const blobs = async () => (await service.db.row<{ n: number }>(sql`select count(*) as n from cdn_blobs`))?.n ?? 0
const copies = () => readdirSync(join(dataDir, 'cdn')).length

test('bytes that nothing refers to go after an hour, from the database and from the folder', async () => {
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
  await sweep(service.services)
  assert.ok((await blobs()) > published, 'a reader may be on its way')
  service.clock.advance(HOUR + 1)
  await sweep(service.services)
  assert.equal(await blobs(), published)
  assert.ok(copies() < copied)
  assert.deepEqual(await file('en.json'), { k: `${text}two` })
})

test('what is published stays for as long as it is published', async () => {
  const before = await blobs()
  service.clock.advance(100 * HOUR)
  await sweep(service.services)
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
    await sweep(service.services)
    assert.equal(await blobs(), before + left)
  }
})

test('what was half written when a process was killed goes, too', async () => {
  const half = join(dataDir, 'cdn', `${'a'.repeat(64)}.1.part`)
  writeFileSync(half, 'half')
  await sweep(service.services)
  assert.ok(!readdirSync(join(dataDir, 'cdn')).some((name) => name.endsWith('.part')))
})

test('a disk that does not take a copy keeps no half of it', async () => {
  const hash = 'c'.repeat(64)
  const folder = join(dataDir, 'full')
  await service.db.run(sql`
    insert into cdn_blobs (hash, bytes, kept_until)
    values (${Buffer.from(hash, 'hex')}, ${Buffer.from('bytes')}, now() + interval '1 hour')`)
  // Where the copy would go there is a folder, which no file takes the place of.
  mkdirSync(join(folder, hash), { recursive: true })
  assert.equal(String(await new PublishedBytes(service.db, folder).read(hash)), 'bytes')
  assert.deepEqual(readdirSync(folder), [hash])
  rmSync(folder, { recursive: true })
})
