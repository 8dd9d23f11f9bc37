import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { openSecretBox } from '../src/secret-box.ts'

const root = mkdtempSync(join(tmpdir(), 'parlance-secret-'))
after(() => rmSync(root, { recursive: true }))
const newDir = () => mkdtempSync(join(root, 'data-'))
const boxOf = (secretKey: string) => openSecretBox({ secretKey, dataDir: join(root, 'unused') })
const KEY = 'correct horse battery staple, and some more'

describe('a secret box', () => {
  test('gives back what was sealed, whatever the text', async () => {
    const box = await boxOf(KEY)
    for (const content of ['whsec_secret', '', 'Grüße 😀 \0', 'x'.repeat(100_000)]) {
      assert.equal(box.open(box.seal(content)), content)
    }
  })

  test('shows nothing of a secret, not even that two are equal', async () => {
    const box = await boxOf(KEY)
    const [one, two] = [box.seal('whsec_same'), box.seal('whsec_same')]
    assert.notDeepEqual(one, two)
    assert.ok(!one.includes('whsec_'))
    assert.equal(one[0], 1)
  })

  test('notices a change of any byte, and a missing end', async () => {
    const box = await boxOf(KEY)
    const sealed = box.seal('whsec_secret')
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      assert.throws(() => box.open(changed), Error, `byte ${at}`)
      assert.throws(() => box.open(sealed.subarray(0, at)), Error, `${at} bytes`)
    }
  })

  test('says what to look at when the key is another, or the version is', async () => {
    const sealed = (await boxOf(KEY)).seal('whsec_secret')
    const other = await boxOf(`${KEY}!`)
    assert.throws(() => other.open(sealed), /is SECRET_KEY the same on all instances\?/)
    sealed[0] = 2
    assert.throws(() => other.open(sealed), /another version/)
  })
})

describe('SECRET_KEY', () => {
  test('opens the same box in every process, and leaves no file behind', async () => {
    const dataDir = newDir()
    const sealed = (await openSecretBox({ secretKey: KEY, dataDir })).seal('a')
    assert.equal((await openSecretBox({ secretKey: `${KEY}\n`, dataDir: newDir() })).open(sealed), 'a')
    assert.deepEqual(readdirSync(dataDir), [])
  })
})

describe('DATA_DIR/secret.key', () => {
  test('is made at the first use, for the owner alone, and used from then on', async () => {
    const dataDir = join(newDir(), 'not', 'yet', 'there')
    const sealed = (await openSecretBox({ secretKey: undefined, dataDir })).seal('a')
    assert.deepEqual(readdirSync(dataDir), ['secret.key'])
    assert.equal(statSync(join(dataDir, 'secret.key')).mode & 0o777, 0o600)
    const written = readFileSync(join(dataDir, 'secret.key'))
    assert.equal((await openSecretBox({ secretKey: undefined, dataDir })).open(sealed), 'a')
    assert.deepEqual(readFileSync(join(dataDir, 'secret.key')), written)
  })

  test('can be moved to SECRET_KEY', async () => {
    const dataDir = newDir()
    const sealed = (await openSecretBox({ secretKey: undefined, dataDir })).seal('a')
    assert.equal((await boxOf(readFileSync(join(dataDir, 'secret.key'), 'utf8'))).open(sealed), 'a')
  })

  test('is never replaced, also when it is damaged', async () => {
    const dataDir = newDir()
    writeFileSync(join(dataDir, 'secret.key'), 'short\n')
    await assert.rejects(
      openSecretBox({ secretKey: undefined, dataDir }),
      /^ConfigError: .*secret\.key must hold at least 32/,
    )
    assert.equal(readFileSync(join(dataDir, 'secret.key'), 'utf8'), 'short\n')
  })

  test('is one key for all who ask at the same time in one process', async () => {
    const dataDir = newDir()
    const boxes = await Promise.all(Array.from({ length: 20 }, () => openSecretBox({ secretKey: undefined, dataDir })))
    for (const sealing of boxes) for (const opening of boxes) assert.equal(opening.open(sealing.seal('a')), 'a')
    assert.deepEqual(readdirSync(dataDir), ['secret.key'])
  })

  test('is one key for two processes that start at the same time', async () => {
    // Both are loaded before either may begin, and go through many folders, so that they do meet.
    const folders = Array.from({ length: 50 }, newDir)
    const program = `
      const { openSecretBox } = await import(${JSON.stringify(import.meta.resolve('../src/secret-box.ts'))})
      process.send([])
      const folders = await new Promise((go) => process.once('message', go))
      const sealed = []
      for (const dataDir of folders) {
        sealed.push((await openSecretBox({ secretKey: undefined, dataDir })).seal('a').toString('hex'))
      }
      process.send(sealed, () => process.disconnect())`
    const args = ['--input-type=module', '--eval', program]
    const start = () => spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    const processes = [start(), start()]
    const saidByAll = () => Promise.all(processes.map(async (child) => (await once(child, 'message'))[0] as string[]))
    await saidByAll()
    for (const child of processes) child.send(folders)
    const sealed = await saidByAll()
    for (const [at, dataDir] of folders.entries()) {
      const box = await openSecretBox({ secretKey: undefined, dataDir })
      for (const all of sealed) assert.equal(box.open(Buffer.from(all[at] ?? '', 'hex')), 'a')
      assert.deepEqual(readdirSync(dataDir), ['secret.key'])
    }
  })
})

describe('a key that changed', () => {
  const OTHER = 'another key that is long enough as well'

  test('SECRET_KEY_PREVIOUS opens what it sealed, and seals nothing', async () => {
    const box = await openSecretBox({ secretKey: KEY, secretKeyPrevious: OTHER, dataDir: newDir() })
    const sealed = (await boxOf(OTHER)).seal('a')
    assert.equal(box.open(sealed), 'a')
    const anew = box.reseal(sealed) ?? assert.fail()
    assert.equal((await boxOf(KEY)).open(anew), 'a')
    assert.equal(box.reseal(anew), undefined)
    assert.equal((await boxOf(KEY)).open(box.seal('a')), 'a')
    const third = await boxOf(`${KEY}!`)
    assert.throws(() => box.open(third.seal('a')), /is SECRET_KEY the same on all instances\?/)
  })

  test('secret.key opens what it sealed once SECRET_KEY is something else', async () => {
    const dataDir = newDir()
    const sealed = (await openSecretBox({ secretKey: undefined, dataDir })).seal('a')
    const box = await openSecretBox({ secretKey: KEY, dataDir })
    assert.equal((await boxOf(KEY)).open(box.reseal(sealed) ?? assert.fail()), 'a')
    const same = await openSecretBox({ secretKey: readFileSync(join(dataDir, 'secret.key'), 'utf8'), dataDir })
    assert.equal(same.hasFormerKeys, false)
  })

  test('without SECRET_KEY the way leads back to secret.key', async () => {
    const dataDir = newDir()
    const box = await openSecretBox({ secretKey: undefined, secretKeyPrevious: KEY, dataDir })
    const anew = box.reseal((await boxOf(KEY)).seal('a')) ?? assert.fail()
    assert.equal((await openSecretBox({ secretKey: undefined, dataDir })).open(anew), 'a')
  })

  test('a damaged secret.key is nobody’s business where SECRET_KEY is set', async () => {
    const dataDir = newDir()
    writeFileSync(join(dataDir, 'secret.key'), 'short\n')
    assert.equal((await openSecretBox({ secretKey: KEY, dataDir })).hasFormerKeys, false)
  })
})
