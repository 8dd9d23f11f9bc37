import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import type { Situation } from '@parlance/contract'
import { credentials, startService } from '../../../../../test/harness.ts'
import { longestTurn } from '../../../../../test/longest-turn.ts'
import { onThisMachine } from '../../../../../test/this-machine.ts'
import { createImportScene, fileOf, type SentFile, zipOf } from '../../test/import-scene.ts'
import { craftZip } from './crafted-zip.ts'

const MB = 2 ** 20
const service = await startService()
const { owner, params, validate, values } = await createImportScene(service)

const refused = (files: SentFile[], situation: Situation, options?: object) =>
  service.refused(owner, 'validateImport', { params, body: { files, options } }, situation)
const zip = (bytes: Buffer) => [fileOf('all.zip', bytes)]
const many = (count: number, at = '') => Array.from({ length: count }, (_, n) => ({ name: `n${at}${n}/en.json` }))

/** The most a bomb may take: of time, and, when it comes once more, of memory. */
async function cheaply(work: () => Promise<unknown>): Promise<void> {
  await quickly(work)
  const held = await bytesHeldDuring(work)
  assert.ok(held < 100 * MB, `took ${held / MB} MB`)
}

async function quickly(work: () => Promise<unknown>): Promise<void> {
  const began = performance.now()
  await work()
  const took = performance.now() - began
  assert.ok(took < onThisMachine(2_000), `took ${took} ms`)
}

/** Only what is held counts, so the garbage is collected at every look: of 190 MB of that, up to 184 were seen waiting. */
async function bytesHeldDuring(work: () => Promise<unknown>): Promise<number> {
  const before = bytesHeld()
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, bytesHeld())
  }, 500)
  await work()
  clearInterval(watch)
  return most - before
}

function bytesHeld(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

describe('archives that are bombs', () => {
  test('files that overlap', async () => {
    const content = Buffer.alloc(5 * MB, ' ')
    const files = [{ name: '0.json', content }, ...many(249).map((file) => ({ ...file, overlaps: true }))]
    await cheaply(() => refused(zip(craftZip(files)), 'zipBomb'))
  })

  test('one that expands to more than a hundred times its size', async () => {
    const honest = craftZip([{ name: 'en.json', content: Buffer.alloc(2 * MB, ' ') }])
    await cheaply(() => refused(zip(honest), 'zipBomb'))
  })

  test('one byte under and over the ratio', async () => {
    const size = 10_000
    const small = craftZip([{ name: 'en.json', content: Buffer.from(`{}${' '.repeat(size)}`) }])
    const lying = (claimed: number) =>
      craftZip([{ name: 'en.json', content: Buffer.from(`{}${' '.repeat(size)}`), claims: { size: claimed } }])
    await refused(zip(lying(small.length * 100 + 1)), 'zipBomb')
    const { files } = await validate(zip(lying(small.length * 100)))
    assert.equal(files[0]?.isValid, false, 'less came than was claimed')
  })

  for (const [title, size] of [
    ['says it is small', 1024],
    ['says it is empty', 0],
  ] as const) {
    test(`one that ${title}`, async () => {
      const content = Buffer.alloc(150 * MB, ' ')
      const bytes = craftZip([{ name: 'en.json', content, claims: { size } }])
      await cheaply(() => refused(zip(bytes), 'zipBomb'))
    })
  }

  test('more than 200 MB in all, and more than 10 MB in one', async () => {
    const padding = { name: 'x.bin', content: randomBytes(3 * MB) }
    const claimed = (count: number, size: number) =>
      craftZip([padding, ...Array.from({ length: count }, (_, n) => ({ name: `${n}/en.json`, claims: { size } }))])
    await refused(zip(claimed(20, 10 * MB)), 'fileTooLarge')
    await refused(zip(claimed(1, 10 * MB + 1)), 'fileTooLarge')
  })

  test('more files than 500, however they are counted', async () => {
    assert.equal((await validate(zip(craftZip(many(500))))).files.length, 500)
    await refused(zip(craftZip(many(501))), 'tooManyFilesInZip')
    await refused(zip(craftZip(many(501), { count: 1 })), 'tooManyFilesInZip')
    await refused(zip(craftZip(many(3), { zip64Count: 2n ** 32n })), 'tooManyFilesInZip')
    await refused(zip(craftZip(many(3), { count: 1 })), 'invalidFileStructure')
  })

  test('the count comes before the ratio, and the ratio before the size', async () => {
    const claims = { size: 2 ** 31 }
    await refused(zip(craftZip(many(501).map((file) => ({ ...file, claims })))), 'tooManyFilesInZip')
    await refused(zip(craftZip([{ name: 'en.json', claims }])), 'zipBomb')
  })
})

test('more than 1,000 files in one request are told, not refused', async () => {
  const archives = (last: number) =>
    [500, 500, last].map((count, at) => fileOf(`${at}.zip`, craftZip(many(count, `${at}-`))))
  assert.deepEqual((await validate(archives(0).slice(0, 2))).errors, [])
  const { errors, files } = await validate(archives(1))
  assert.equal(errors.length, 1)
  assert.equal(files.length, 1000)
})

test('more than 100,000 keys are told, not refused; an option can only lower that', async () => {
  const texts = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, '']))
  const exact = [fileOf('en.json', texts(60_000)), fileOf('de.json', texts(40_000))]
  assert.deepEqual((await validate(exact, { maxTotalKeys: 200_000 })).errors, [])
  const over = await validate([exact[0] as SentFile, fileOf('de.json', texts(40_001))], { maxTotalKeys: 200_000 })
  assert.match(over.errors[0]?.message ?? '', /100000 keys/)
  assert.equal((await validate([fileOf('en.json', texts(3))], { maxTotalKeys: 2 })).errors.length, 1)
  assert.equal((await validate([fileOf('en.json', texts(2))], { maxTotalKeys: 2 })).errors.length, 0)
})

describe('files that hold little and cost much', () => {
  const padding = randomBytes(2 * MB)
  /** Packed only once: that takes longer than what is tested here. */
  const copies = (count: number, content: string) =>
    many(count).map((file, n) => (n === 0 ? { ...file, content: Buffer.from(content) } : { ...file, overlaps: true }))
  const bombs: [title: string, content: string, error: RegExp][] = [
    ['numbers', `[${'1,'.repeat(4 * MB)}1]`, /100000 keys/],
    ['brackets', '['.repeat(4 * MB) + ']'.repeat(4 * MB), /500000 texts/],
    ['empty objects', `[${'{},'.repeat(3 * MB)}{}]`, /500000 texts/],
    ['the same name', `{${'"a":"",'.repeat(MB)}"a":""}`, /500000 texts/],
  ]
  for (const [title, content, error] of bombs) {
    test(`${title} and nothing else`, async () => {
      const bytes = craftZip([{ name: 'x.bin', content: padding }, ...copies(20, content)])
      await cheaply(async () => assert.match((await validate(zip(bytes))).errors[0]?.message ?? '', error))
    })
  }

  const large: [title: string, content: string, validFiles: number][] = [
    ['blanks', `{${' '.repeat(10 * MB - 2)}}`, 19],
    ['blanks of all kinds', `{${' \t\n\r'.repeat((10 * MB - 2) / 4)}}`, 19],
    ['blanks around a text', `{"name":"A text that is a slice of its file"${' '.repeat(9 * MB)}}`, 19],
    ['texts that are too long', `{"a":"${'x'.repeat(10 * MB - 8)}"}`, 0],
  ]
  for (const [title, content, validFiles] of large) {
    test(`190 MB of ${title}`, async () => {
      const bytes = craftZip([{ name: 'x.bin', content: padding }, ...copies(19, content)])
      await cheaply(async () => assert.equal((await validate(zip(bytes))).summary.validFiles, validFiles))
    })
  }

  const long = 'k'.repeat(2 * MB)
  const members = (count: number) => Array.from({ length: count }, (_, n) => `"${n}":""`).join()
  const named: [title: string, content: string, isValid: boolean][] = [
    ['a long name of 200 texts', `{"${long}":{${members(200)}}}`, false],
    ['a long name of 20,000 texts', `{"${long}":{${members(20_000)}}}`, false],
    ['a name that is too long with each of 20,000 texts', `{"${'k'.repeat(4_000)}":{${members(20_000)}}}`, true],
  ]
  for (const [title, content, isValid] of named) {
    test(title, () =>
      cheaply(async () => assert.equal((await validate([fileOf('en.json', content)])).files[0]?.isValid, isValid)),
    )
  }

  test('a body of brackets', async () => {
    const headers = { ...credentials(owner), 'content-type': 'application/json' }
    const url = `/v1/projects/${params.projectId}/keys/import/validate`
    const payload = `{"files":[${'[],'.repeat(4 * MB)}[]]}`
    await cheaply(async () => {
      const { statusCode } = await service.app.inject({ method: 'POST', url, headers, payload })
      assert.equal(statusCode, 400)
    })
  })
})

describe('names in archives', () => {
  const bad: [title: string, files: Parameters<typeof craftZip>[0]][] = [
    ['climbs', [{ name: '../../en.json' }]],
    ['climbs in the middle', [{ name: 'a/../../en.json' }]],
    ['is absolute', [{ name: '/en.json' }]],
    ['is absolute on Windows', [{ name: 'C:\\en.json' }]],
    ['climbs with a backslash', [{ name: '..\\en.json' }]],
    ['is a link', [{ name: 'en.json', claims: { mode: 0o120777 } }]],
    ['is encrypted', [{ name: 'en.json', claims: { flags: 0x801 } }]],
    ['is damaged', [{ name: 'en.json', claims: { crc: 1 } }]],
    ['is compressed in another way', [{ name: 'en.json', claims: { method: 12 } }]],
    ['comes twice', [{ name: 'en.json' }, { name: 'en.json' }]],
    ['holds U+0000', [{ name: 'en/a\0b.json' }]],
    ['holds U+0000 in its folder', [{ name: 'a\0b/en.json' }]],
    ['holds U+0000 and is no JSON', [{ name: 'en/a\0b.txt' }]],
  ]
  for (const [title, files] of bad) {
    test(`one that ${title} makes its file invalid`, async () => {
      const answer = await validate(zip(craftZip(files)))
      assert.equal(answer.files.at(-1)?.isValid, false)
      assert.equal(answer.files.at(-1)?.detection.errors.length, 1)
    })
  }
})

test('archives with backslashes between folders are read', async () => {
  const { files } = await validate(zip(craftZip([{ name: 'common\\en.json' }])))
  assert.deepEqual([files[0]?.filename, files[0]?.detection.detectedNamespace], ['common/en.json', 'common'])
})

test('what a Mac packs beside each file is left out with a warning', async () => {
  const { files, warnings } = await validate(zip(craftZip([{ name: 'en.json' }, { name: '__MACOSX/._en.json' }])))
  assert.deepEqual(
    files.map(({ filename, isValid }) => [filename, isValid]),
    [['en.json', true]],
  )
  assert.deepEqual(
    warnings.map(({ filename }) => filename),
    ['__MACOSX/._en.json'],
  )
})

describe('types and encodings', () => {
  const cases: [title: string, file: SentFile, situation: Situation][] = [
    ['PNG', fileOf('en.json', Buffer.from('89504e470d0a1a0a', 'hex')), 'fileTypeNotAllowed'],
    ['gzip', fileOf('en.json', gzipSync('{}')), 'fileTypeNotAllowed'],
    ['nothing', fileOf('en.json', ''), 'fileTypeNotAllowed'],
    ['a bare text', fileOf('en.json', '"a"'), 'fileTypeNotAllowed'],
    ['raw JSON', { filename: 'en.json', content: '{"a":"b"}', size: 9 }, 'fileTypeNotAllowed'],
    ['raw JSON after blanks', { filename: 'en.json', content: '\n ["a"]', size: 7 }, 'fileTypeNotAllowed'],
    ['UTF-16', fileOf('en.json', Buffer.from('\ufeff{"a":"b"}', 'utf16le')), 'invalidFileStructure'],
    ['UTF-16 without a mark', fileOf('en.json', Buffer.from('{"a":"b"}', 'utf16le')), 'invalidFileStructure'],
    ['Latin-1', fileOf('en.json', Buffer.from('{"a":"ü"}', 'latin1')), 'invalidFileStructure'],
    ['broken JSON', fileOf('en.json', '{"a":'), 'invalidFileStructure'],
    ['an open depth bomb', fileOf('en.json', '['.repeat(200_000)), 'invalidFileStructure'],
    ['a broken archive', fileOf('a.zip', Buffer.from('PK\u0003\u0004 and no more')), 'invalidFileStructure'],
    ['URL-safe Base64', { filename: 'en.json', content: 'e_8-', size: 3 }, 'invalidFileStructure'],
    ['missing padding', { filename: 'en.json', content: 'e30', size: 2 }, 'invalidFileStructure'],
    ['a blank in the Base64', { filename: 'en.json', content: 'e3 0=', size: 2 }, 'invalidFileStructure'],
    ['no Base64', { filename: 'en.json', content: '!!!!', size: 3 }, 'invalidFileStructure'],
    ['another size', { filename: 'en.json', content: 'e30=', size: 3 }, 'invalidFileStructure'],
  ]
  for (const [title, file, situation] of cases) {
    test(title, () => quickly(() => refused([file], situation)))
  }

  test('a refusal says which file it is for', async () => {
    const good = fileOf('en.json', '{"a":"b"}')
    const blamed = (at: number, files: SentFile[], situation: Situation) =>
      service.refused(owner, 'validateImport', { params, body: { files } }, situation, { field: `files.${at}` })
    await blamed(1, [good, fileOf('notes.txt', 'Hello')], 'fileTypeNotAllowed')
    await blamed(2, [good, good, fileOf('a.zip', 'PK\u0003\u0004 and no more')], 'invalidFileStructure')
    await blamed(0, [{ filename: 'en.json', content: '!!!!', size: 3 }, good], 'invalidFileStructure')
  })

  test('a closed depth bomb is an error at its key', () =>
    cheaply(async () => {
      const { files } = await validate([fileOf('en.json', `${'['.repeat(200_000)}${']'.repeat(200_000)}`)])
      assert.equal(files[0]?.isValid, false)
    }))
})

test('files up to 10 MB, or less when the request says so', async () => {
  const of = (size: number) => [fileOf('en.json', `{}${' '.repeat(size - 2)}`)]
  assert.equal((await validate(of(10 * MB), { maxFileSize: 20 * MB })).files[0]?.isValid, true)
  await refused(of(10 * MB + 1), 'fileTooLarge', { maxFileSize: 20 * MB })
  assert.equal((await validate(of(100), { maxFileSize: 100 })).files[0]?.isValid, true)
  await refused(of(101), 'fileTooLarge', { maxFileSize: 100 })
  await refused([{ filename: 'en.json', content: 'e30=', size: 11 * MB }], 'fileTooLarge')
})

describe('nobody is kept waiting by', () => {
  /** Whatever came before has left nothing to do. */
  async function longestHold(work: () => Promise<unknown>): Promise<number> {
    await validate([])
    return longestTurn(work)
  }
  const assertShort = (held: number) => assert.ok(held < onThisMachine(100), `the loop was held for ${held} ms`)

  test('a large archive', async () => {
    const texts = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, n) => [`key ${n}`, randomBytes(60).toString('hex')]),
    )
    const bytes = await zipOf(Object.fromEntries(Array.from({ length: 15 }, (_, n) => [`n${n}/en.json`, texts])))
    const body = { files: [fileOf('all.zip', bytes)] }
    assertShort(
      await longestHold(async () => {
        const { summary } = await service.ok(owner, 'validateImport', { params, body })
        assert.equal(summary.totalKeys, 75_000)
      }),
    )
  })

  const text = 'Ä'.repeat(200)
  const bodies: [title: string, body: Buffer][] = [
    ['three files of 10 MB', wideBody(3, `{"a":"${'x'.repeat(10 * MB - 8)}"}`)],
    ['a name that comes 400,000 times', Buffer.from(`{"files":{${'"name":"",'.repeat(400_000)}"name":""}}`)],
    [
      'an object with 400,000 names',
      Buffer.from(`{"files":[],"options":{${Array.from({ length: 400_000 }, (_, n) => `"n${n}":""`).join()}}}`),
    ],
    ['40 MB of umlauts', Buffer.from(`{"files":[],"options":[${`"${text}",`.repeat(100_000)}""]}`)],
  ]
  for (const [title, payload] of bodies) {
    test(`a body with ${title}`, async () => {
      const headers = { ...credentials(owner), 'content-type': 'application/json' }
      const url = `/v1/projects/${params.projectId}/keys/import/validate`
      assertShort(await longestHold(() => service.app.inject({ method: 'POST', url, headers, payload })))
    })
  }
})

function wideBody(count: number, content: string): Buffer {
  const files = Array.from({ length: count }, (_, n) => fileOf(`n${n}/en.json`, content))
  return Buffer.from(JSON.stringify({ files }))
}

test('nothing of all this was written', async () => {
  assert.deepEqual(await values(), {})
})
