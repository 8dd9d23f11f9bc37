import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ParlanceError } from '@parlance/sdk'
import { readFiles, type SentFile, type Validation } from '../read-files.ts'

const chosen = (path: string, content = '{}') => ({ path, file: new Blob([content]) })
const VALID = { validationId: 'v', files: [] } as unknown as Validation

/** Refuses the first file that it does not like, as the service does. */
const serviceThat =
  (refuses: (file: SentFile) => string | undefined, sent: string[][] = []) =>
  async (files: SentFile[]) => {
    sent.push(files.map(({ filename }) => filename))
    for (const [at, file] of files.entries()) {
      const code = refuses(file)
      if (code) throw new ParlanceError(new Response(null, { status: 400 }), { code, meta: { field: `files.${at}` } })
    }
    return VALID
  }

test('a file that is refused is named with its reason, and the others go on', async () => {
  const sent: string[][] = []
  const validate = serviceThat(({ filename }) => (filename === 'de.json' ? 'INVALID_FILE_STRUCTURE' : undefined), sent)
  const { validation, refused } = await readFiles([chosen('en.json'), chosen('de.json'), chosen('fr.json')], validate)
  assert.equal(validation, VALID)
  assert.deepEqual(refused, [{ filename: 'de.json', reason: 'unreadable' }])
  assert.deepEqual(sent.at(-1), ['en.json', 'fr.json'])
})

test('what is said of a kind of file holds for all of that kind, so that each need not be sent once', async () => {
  const sent: string[][] = []
  const isPicture = (filename: string) => /\.png$/i.test(filename)
  const validate = serviceThat(({ filename }) => (isPicture(filename) ? 'FILE_TYPE_NOT_ALLOWED' : undefined), sent)
  const { refused } = await readFiles([chosen('a.png'), chosen('en.json'), chosen('b.PNG'), chosen('c.png')], validate)
  assert.deepEqual(refused, [
    { filename: 'a.png', reason: 'type' },
    { filename: 'b.PNG', reason: 'type' },
    { filename: 'c.png', reason: 'type' },
  ])
  assert.equal(sent.length, 2)
})

test('nothing is left, and nothing is sent any more', async () => {
  const { validation, refused } = await readFiles(
    [chosen('a.png')],
    serviceThat(() => 'FILE_TYPE_NOT_ALLOWED'),
  )
  assert.equal(validation, undefined)
  assert.equal(refused.length, 1)
})

test('what is too large for one file, or for one request, is not sent', async () => {
  const sent: string[][] = []
  const large = (path: string, megabytes: number) => {
    const file = { size: megabytes * 2 ** 20, arrayBuffer: async () => new ArrayBuffer(2) } as Blob
    return { path, file }
  }
  const files = [large('large.json', 11), ...[1, 2, 3, 4, 5].map((number) => large(`${number}.json`, 9))]
  const { refused } = await readFiles(
    files,
    serviceThat(() => undefined, sent),
  )
  assert.deepEqual(refused, [
    { filename: 'large.json', reason: 'tooLarge' },
    { filename: '5.json', reason: 'noRoom' },
  ])
  assert.deepEqual(sent, [['1.json', '2.json', '3.json', '4.json']])
})

test('a refusal that is about no file is one of the whole', async () => {
  const validate = async () => {
    throw new ParlanceError(new Response(null, { status: 429 }), { code: 'RATE_LIMIT_EXCEEDED' })
  }
  await assert.rejects(readFiles([chosen('en.json')], validate), ParlanceError)
})
