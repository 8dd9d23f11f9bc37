import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { until } from '../../../../test/until.ts'
import { sql } from '../../../db/sql.ts'
import { startStandIn } from './stand-ins.ts'
import { createTranslationScene } from './translation-scene.ts'

const standIn = await startStandIn('deepl')
const scene = await createTranslationScene({ machineTranslation: { ...standIn.config, monthlyCharacters: 1000 } })
const { service, owner, orgId, createKey, valueIn, translate, schedule, toldOf, readJob } = scene
const used = async () =>
  (await service.ok(owner, 'getOrganization', { params: { orgId } })).usage.machineTranslationCharacters
const shout = standIn.translate

beforeEach(async () => {
  standIn.requests.length = 0
  standIn.refuse = () => undefined
  standIn.translate = shout
  standIn.meanwhile = async () => {}
  await service.db.run(sql`delete from translation_usage`)
})

test('texts go to the provider together, without their placeholders, and come back whole', async () => {
  const [hello, files] = [
    await createKey('Hello {name}', { description: 'At the top' }),
    await createKey('{n, plural, one {# file} other {# files}}', { isPlural: true }),
  ]
  assert.equal((await translate([hello.id, files.id])).processed, 2)
  assert.equal((await valueIn(hello.id, 'de'))?.value, 'HELLO {name}')
  assert.equal((await valueIn(files.id, 'de'))?.value, '{n, plural, one {# FILE} other {# FILES}}')
  assert.equal(standIn.requests.length, 1)
  assert.deepEqual(standIn.requests[0]?.body['text'], ['Hello <x id="0"/>', '<x id="0"/> file', '<x id="0"/> files'])
})

test('formats 2 a text is taken apart as its key is written: of another syntax only plurals are messages', async () => {
  const source = '{n, plural, one {%d file} other {%d files}}'
  const [plain, plural] = [
    await createKey(source, { syntax: 'none' }),
    await createKey(source, { syntax: 'printf', isPlural: true }),
  ]
  await translate([plain.id])
  assert.deepEqual(
    standIn.requests.map(({ body }) => (body['text'] as string[]).length),
    [1],
  )
  await translate([plural.id])
  assert.deepEqual(standIn.requests[1]?.body['text'], ['<x id="0"/> file', '<x id="0"/> files'])
  assert.equal((await valueIn(plural.id, 'de'))?.value, '{n, plural, one {%d FILE} other {%d FILES}}')
})

test('formats 2 what was made while the syntax changed is made again', async () => {
  const key = await createKey('Hello {name}')
  standIn.meanwhile = async () => {
    standIn.meanwhile = async () => {}
    await service.ok(owner, 'updateKey', { params: { ...scene.params, keyId: key.id }, body: { syntax: 'none' } })
  }
  assert.equal((await translate([key.id])).processed, 1)
  assert.equal(standIn.requests.length, 2)
})

test('a text without words is not sent', async () => {
  const key = await createKey('{count} / 100 %')
  assert.equal((await translate([key.id])).processed, 1)
  assert.equal((await valueIn(key.id, 'de'))?.value, '{count} / 100 %')
  assert.equal(standIn.requests.length, 0)
})

test('requests stay within what the provider takes, and progress is told once a second at most', async () => {
  const ids: number[] = []
  for (let at = 0; at < 51; at++) ids.push((await createKey(`text ${at}`)).id)
  const { jobId, processed } = await translate(ids)
  assert.equal(processed, 51)
  assert.deepEqual(
    standIn.requests.map(({ body }) => (body['text'] as string[]).length),
    [50, 1],
  )
  // Time stands still here, so there is one notice, of the first step.
  const told = (await toldOf(jobId)).map(({ event, after }) => `${event} ${after['processed'] ?? ''}`.trim())
  assert.deepEqual(told, ['batch_mt.started', 'batch_mt.progress 50', 'batch_mt.completed 51'])
})

test('what lost a placeholder is not stored, and the others are', async () => {
  standIn.translate = (text) => (text.includes('lose') ? 'weg' : shout(text))
  const [kept, lost] = [await createKey('keep {a}'), await createKey('lose {a}')]
  const { processed, errors } = await translate([kept.id, lost.id])
  assert.deepEqual([processed, errors.map(({ keyId, type }) => [keyId, type])], [1, [[lost.id, 'provider_error']]])
  assert.equal(await valueIn(lost.id, 'de'), undefined)
  standIn.translate = () => ' '
  assert.deepEqual(
    (await translate([lost.id])).errors.map(({ type }) => type),
    ['no_translation'],
  )
})

test('what no text can hold fails for its key alone', async () => {
  standIn.translate = (text) => (text.includes('nul') ? 'a\0b' : text.includes('half') ? 'a\ud800b' : shout(text))
  const [kept, nul, half] = [await createKey('fine'), await createKey('nul'), await createKey('half')]
  const { processed, status, errors } = await translate([kept.id, nul.id, half.id])
  assert.deepEqual([status, processed], ['completed', 1])
  assert.deepEqual(
    errors.map(({ keyId, type }) => [keyId, type]),
    [
      [nul.id, 'provider_error'],
      [half.id, 'provider_error'],
    ],
  )
})

test('a source that changes while it is translated is translated again', async () => {
  const key = await createKey('first')
  standIn.meanwhile = async () => {
    standIn.meanwhile = async () => {}
    const body = { locale: 'en', value: 'second' }
    await service.ok(owner, 'putValue', { params: { projectId: scene.projectId, key: key.key }, body })
  }
  assert.equal((await translate([key.id])).processed, 1)
  assert.equal((await valueIn(key.id, 'de'))?.value, 'SECOND')
})

test('what people write or delete meanwhile stays as they left it', async () => {
  const [written, deleted] = [await createKey('written'), await createKey('deleted')]
  const { projectId } = scene
  standIn.meanwhile = async () => {
    const body = { locale: 'de', value: 'Von Hand' }
    await service.ok(owner, 'putValue', { params: { projectId, key: written.key }, body })
    await service.ok(owner, 'deleteKey', { params: { projectId, keyId: deleted.id } })
  }
  const { processed, errors } = await translate([written.id, deleted.id])
  assert.deepEqual(
    [processed, errors],
    [1, [{ keyId: deleted.id, key: null, message: 'Key not found', type: 'unknown' }]],
  )
  assert.equal((await valueIn(written.id, 'de'))?.value, 'Von Hand')
})

test('used-up credits of the provider end the asking, not the job', async () => {
  const ids: number[] = []
  for (let at = 0; at < 60; at++) ids.push((await createKey(`credit ${at}`)).id)
  const empty = await createKey('')
  standIn.refuse = () =>
    standIn.requests.length > 1 ? { status: 456, body: { message: 'Quota exceeded' } } : undefined
  const { status, processed, failed, errors } = await translate([...ids, empty.id])
  assert.deepEqual([status, processed, failed], ['completed', 50, 11])
  assert.deepEqual([...new Set(errors.map(({ type }) => type))].sort(), ['insufficient_credits', 'no_source'])
  assert.equal(standIn.requests.length, 2)
})

test('an organization has its characters a month, and sees how many it used', async () => {
  assert.equal(await used(), 0)
  const { limits } = await service.ok(owner, 'getOrganization', { params: { orgId } })
  assert.equal(limits.machineTranslationCharacters, 1000)
  const [half, over] = [await createKey('a'.repeat(600)), await createKey('b'.repeat(401))]
  assert.equal((await translate([half.id])).processed, 1)
  assert.equal(await used(), 600)
  assert.deepEqual(
    (await translate([over.id])).errors.map(({ type }) => type),
    ['insufficient_credits'],
  )
  assert.equal(await used(), 600)
  assert.equal((await translate([(await createKey('c'.repeat(400))).id])).processed, 1)
  assert.equal(await used(), 1000)
  // In two steps: a session that nobody uses for a month ends.
  for (const days of [16, 16]) {
    service.clock.advance(days * 24 * 3_600_000)
    await used()
  }
  assert.equal(await used(), 0)
  assert.equal((await translate([over.id])).processed, 1)
  assert.equal(await used(), 401)
})

test('a provider that refuses makes the job fail, says why, and costs nothing', async () => {
  const keys = [await createKey('one'), await createKey('two')]
  standIn.refuse = () => ({ status: 403, body: { message: 'secret detail' } })
  const { jobId, status, error } = await translate(keys.map(({ id }) => id))
  assert.deepEqual([status, error], ['failed', 'The provider answered 403.'])
  const last = (await toldOf(jobId)).at(-1)
  assert.deepEqual([last?.event, last?.after], ['batch_mt.failed', { jobId, error: 'The provider answered 403.' }])
  assert.equal(await used(), 0)
  standIn.refuse = () => ({ status: 413, body: {} })
  assert.deepEqual(
    (await translate([keys[0]?.id ?? 0])).errors.map(({ type }) => type),
    ['provider_error'],
  )
})

test('one text that the provider does not take, or cannot answer, leaves the others alone', async () => {
  const ids: number[] = []
  for (const text of ['one', 'bad', 'three', 'four', 'five']) ids.push((await createKey(text)).id)
  for (const answer of [
    { status: 400, body: {} },
    { status: 200, body: { translations: [] } },
  ]) {
    standIn.refuse = ({ body }) => ((body['text'] as string[]).includes('bad') ? answer : undefined)
    const { status, processed, errors } = await translate(ids, 'de', { overwriteExisting: true })
    assert.deepEqual([status, processed], ['completed', 4])
    assert.deepEqual(
      errors.map(({ keyId, type }) => [keyId, type]),
      [[ids[1], 'provider_error']],
    )
  }
  standIn.refuse = () => ({ status: 400, body: {} })
  const { status, error } = await translate(ids, 'de', { overwriteExisting: true })
  assert.deepEqual([status, error], ['failed', 'The provider answered 400.'])
})

test('a job that is cancelled while the provider is at work writes nothing more', async () => {
  const key = await createKey('late')
  let jobId = 0
  standIn.meanwhile = async () => {
    standIn.meanwhile = async () => {}
    await service.ok(owner, 'cancelMachineTranslationJob', { params: { projectId: scene.projectId, jobId } })
  }
  // Nobody takes the job up before its number is known.
  const release = await scene.blockLane()
  jobId = (await schedule([key.id], ['de'])).jobs[0]?.jobId ?? 0
  await release()
  await until('the request', () => standIn.requests.length > 0)
  assert.equal((await translate([(await createKey('next')).id])).processed, 1, 'the lane goes on')
  assert.equal((await readJob(jobId)).status, 'cancelled')
  assert.equal(await valueIn(key.id, 'de'), undefined)
})
