import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Dice } from './fuzz-values.ts'
import { killAll, signal, startProcess } from './running-service.ts'

const ROUNDS = process.env['PARLANCE_TEST_FULL'] === '1' ? 40 : 2
const SEED = Number(process.env['CRASH_SEED'] ?? Date.now() % 2 ** 32)
const KEYS = 2_000

const dataDir = mkdtempSync(join(tmpdir(), 'parlance-crash-import-'))
after(async () => {
  await killAll(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
})

type Json = Record<string, unknown>

test(`kill -9 during imports, ${ROUNDS} times: all of it or nothing (CRASH_SEED=${SEED})`, async (t) => {
  const dice = new Dice(SEED)
  let service = await startProcess({ DATA_DIR: dataDir })
  let credential: Record<string, string> = {}
  const send = async (method: string, path: string, body?: Json) => {
    const headers = { ...credential, 'content-type': 'application/json' }
    const response = await fetch(`${service.url}/v1${path}`, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const cookie = response.headers.get('set-cookie')?.split(';', 1)[0]
    const answer = (await response.json()) as Json
    assert.ok(response.ok, `${path} answered ${response.status} ${JSON.stringify(answer)}`)
    return { answer, cookie }
  }
  const person = { email: 'crash@example.com', password: 'correct horse battery', name: 'Crash' }
  credential = { cookie: (await send('POST', '/auth/register', person)).cookie ?? '' }
  const made = await send('POST', '/organizations/1/projects', { name: 'Shop', sourceLocale: 'en' })
  const project = `/projects/${made.answer['id']}`
  const scopes = ['translations:read', 'translations:write', 'translations:delete']
  const { answer: apiKey } = await send('POST', `${project}/api-keys`, { name: 'build', scopes })
  credential = { authorization: `Bearer ${apiKey['key']}` }

  const textsOf = (generation: number) =>
    Object.fromEntries(Array.from({ length: KEYS }, (_, at) => [`${generation}.${at}`, `Text ${generation} ${at}`]))
  const stored = async () => {
    const { answer } = await send('GET', '/translations')
    return ((answer['namespaces'] as Json)['default'] as Json)['en'] as Record<string, string>
  }
  const attempt = async (work: () => Promise<unknown>) => {
    const began = performance.now()
    const done = work().then(
      () => true,
      () => false,
    )
    await sleep(dice.below(longest))
    await signal(service.child, 'SIGKILL')
    longest = Math.max(50, Math.min(longest, 3 * (performance.now() - began)))
    const isAcknowledged = await done
    service = await startProcess({ DATA_DIR: dataDir })
    return isAcknowledged
  }
  const options = { conflictResolution: 'keep_local', deleteOrphans: true }
  const began = performance.now()
  await send('POST', `${project}/import/commit`, { namespaces: { default: { en: textsOf(0) } }, options })
  let longest = 1.5 * (performance.now() - began)
  let current = textsOf(0)
  let outcomes = ''
  for (let round = 1; round <= ROUNDS; round++) {
    // The command line replaces every key of the project by another.
    const next = textsOf(round)
    const replace = { namespaces: { default: { en: next } }, options }
    const isReplaced = await attempt(() => send('POST', `${project}/import/commit`, replace))
    const after = await stored()
    const isNext = Object.keys(after)[0]?.startsWith(`${round}.`) === true
    assert.ok(isNext || !isReplaced, 'an acknowledged import is lost')
    assert.deepEqual(after, isNext ? next : current)
    current = after
    outcomes += isNext ? 'after ' : 'before '

    // The three steps: whoever asks again with the same key gets it done once.
    const fresh = Object.fromEntries(Array.from({ length: KEYS }, (_, at) => [`web ${round} ${at}`, 'Text']))
    const bytes = Buffer.from(JSON.stringify(fresh))
    const file = { filename: 'en.json', content: bytes.toString('base64'), size: bytes.length }
    const { answer: validation } = await send('POST', `${project}/keys/import/validate`, { files: [file] })
    const trackingId = `round ${round}`
    const commit = {
      validationId: validation['validationId'],
      fileMappings: [],
      conflictResolutions: [],
      options: { idempotencyKey: trackingId, progressTrackingId: trackingId },
    }
    await attempt(() => send('POST', `${project}/keys/import/commit`, commit))
    const between = Object.keys(await stored()).filter((key) => key.startsWith('web')).length
    assert.ok(between === 0 || between === KEYS, `${between} of ${KEYS} keys`)
    const { answer } = await send('POST', `${project}/keys/import/commit`, commit)
    assert.deepEqual(answer['results'], { added: KEYS, updated: 0, skipped: 0 })
    const { answer: progress } = await send('GET', `${project}/keys/import/progress/${encodeURIComponent(trackingId)}`)
    assert.equal(progress['status'], 'completed')
    await send('POST', `${project}/import/commit`, { namespaces: { default: { en: current } }, options })
    assert.deepEqual(await stored(), current)
  }
  t.diagnostic(`killed before or after the commit: ${outcomes}`)
})
