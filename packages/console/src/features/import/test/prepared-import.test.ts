import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ParlanceError } from '@parlance/sdk'
import { type CommitAnswer, type CommitBody, type ImportService, PreparedImport } from '../prepared-import.ts'
import type { Validation } from '../read-files.ts'

const chosen = (path: string) => ({ path, file: new Blob(['{}']) })

/** A service that knows `de.json` and `xx.json` by their names, and calls each validation by a number. */
function fakeService(change: Partial<ImportService> = {}) {
  let validations = 0
  const commits: CommitBody[] = []
  const remapped: unknown[] = []
  const service: ImportService = {
    validate: async (files) =>
      ({
        validationId: `v${++validations}`,
        files: files.map(({ filename }) => ({
          filename,
          conflictCount: 1,
          conflicts: [],
          isValid: true,
          detection: {
            filename,
            detectedLocale: /^([a-z]{2})\.json$/.exec(filename)?.[1] ?? null,
            detectedNamespace: 'default',
            confidence: 1,
            keyCount: 2,
            errors: /^[a-z]{2}\./.test(filename) ? [] : [{ message: 'No language' }],
            warnings: [],
          },
        })),
        errors: [],
        warnings: [],
      }) as unknown as Validation,
    revalidate: async (body) => {
      remapped.push(body)
      const files = (body.fileMappings ?? []).map(({ filename }) => ({ filename, conflictCount: 5 }))
      return { conflicts: [], conflictCount: 5, files, warnings: [] }
    },
    commit: async (body) => {
      commits.push(body)
      return { success: true, results: { added: 1, updated: 2, skipped: 3 }, errors: [] } as unknown as CommitAnswer
    },
    ...change,
  }
  return { prepared: new PreparedImport(service, new Set(['en', 'de'])), commits, remapped }
}

test('files go where their names say; those in other languages wait until somebody wants them', async () => {
  const { prepared, commits } = fakeService()
  await prepared.add([chosen('de.json'), chosen('xx.json'), chosen('words.json')])
  assert.deepEqual(
    prepared.ready().map(({ filename }) => filename),
    ['de.json'],
  )
  prepared.setAddsLanguages(true)
  assert.equal(prepared.ready().length, 2)
  await prepared.check()
  assert.deepEqual(commits[0]?.options, { dryRun: true })
  assert.deepEqual(
    commits[0]?.fileMappings.map(({ filename, locale }) => [filename, locale]),
    [
      ['de.json', 'de'],
      ['xx.json', 'xx'],
    ],
  )
  assert.deepEqual(prepared.state().checked?.results, { added: 1, updated: 2, skipped: 3 })
})

test('another language is asked about without another upload, and what was checked no longer counts', async () => {
  const { prepared, remapped } = fakeService()
  await prepared.add([chosen('words.json')])
  assert.equal(prepared.ready().length, 0)
  await prepared.map('words.json', { locale: 'de' })
  assert.deepEqual(remapped, [
    {
      validationId: 'v1',
      fileMappings: [{ filename: 'words.json', locale: 'de', namespace: 'default', overrideDetection: true }],
    },
  ])
  assert.equal(prepared.state().files[0]?.conflictCount, 5)
  await prepared.check()
  assert.ok(prepared.state().checked)
  await prepared.map('words.json', { namespace: 'web' })
  assert.equal(prepared.state().checked, undefined)
})

test('what was chosen for a file stays when more files come', async () => {
  const { prepared } = fakeService()
  await prepared.add([chosen('words.json')])
  await prepared.map('words.json', { locale: 'de', namespace: 'web' })
  await prepared.add([chosen('en.json')])
  const [words, english] = prepared.state().files
  assert.deepEqual([words?.locale, words?.namespace, english?.locale], ['de', 'web', 'en'])
})

test('files that are refused when it comes to it are told, and the others go on', async () => {
  const commits: CommitBody[] = []
  const refusesGerman = async (body: CommitBody) => {
    commits.push(body)
    const isBad = body.fileMappings.some(({ filename }) => filename === 'de.json')
    const errors = isBad ? [{ filename: 'de.json', key: 'a', message: 'Too long' }] : []
    return { success: !isBad, results: { added: 1, updated: 0, skipped: 0 }, errors } as unknown as CommitAnswer
  }
  const { prepared } = fakeService({ commit: refusesGerman })
  await prepared.add([chosen('de.json'), chosen('en.json')])
  const body = await prepared.settle()
  assert.deepEqual(
    body?.fileMappings.map(({ filename }) => filename),
    ['en.json'],
  )
  assert.deepEqual(prepared.state().files[0]?.errors, [{ filename: 'de.json', key: 'a', message: 'Too long' }])
  assert.equal(commits.length, 2)
})

test('a validation that is too old is repeated with the same choices', async () => {
  let isOld = true
  const commits: string[] = []
  const commit = async ({ validationId }: CommitBody) => {
    commits.push(validationId)
    if (isOld) {
      isOld = false
      throw new ParlanceError(new Response(null, { status: 401 }), { code: 'IMPORT_SESSION_EXPIRED' })
    }
    return { success: true, results: { added: 1, updated: 0, skipped: 0 }, errors: [] } as unknown as CommitAnswer
  }
  const { prepared } = fakeService({ commit })
  await prepared.add([chosen('words.json')])
  await prepared.map('words.json', { locale: 'de' })
  const body = await prepared.settle()
  assert.deepEqual(commits, ['v1', 'v2'])
  assert.equal(body?.validationId, 'v2')
  assert.equal(body?.fileMappings[0]?.locale, 'de')
})

test('what is said of the files is said with every one of them', async () => {
  const sent: unknown[] = []
  const { prepared } = fakeService({
    validate: async (files) => {
      sent.push(...files.map(({ syntax, format, placeholders }) => [syntax, format, placeholders]))
      return { validationId: 'v', files: [], errors: [], warnings: [] } as unknown as Validation
    },
  })
  await prepared.add([chosen('de.json')])
  await prepared.say({ syntax: 'printf', placeholders: 'convert' })
  await prepared.say({ format: 'i18next-v4' })
  assert.deepEqual(sent, [
    [undefined, undefined, undefined],
    ['printf', undefined, 'convert'],
    [undefined, 'i18next-v4', undefined],
  ])
})

test('an answer that comes after something else was asked does not count', async () => {
  const answers: (() => void)[] = []
  const { prepared } = fakeService({
    revalidate: async (body) => {
      await new Promise<void>((answer) => answers.push(answer))
      const conflictCount = body.fileMappings?.[0]?.locale === 'en' ? 1 : 9
      return { conflicts: [], conflictCount, files: [{ filename: 'de.json', conflictCount }], warnings: [] }
    },
  })
  await prepared.add([chosen('de.json')])
  const first = prepared.map('de.json', { locale: 'fr' })
  const second = prepared.map('de.json', { locale: 'en' })
  answers[1]?.()
  await second
  answers[0]?.()
  await first
  assert.equal(prepared.state().files[0]?.conflictCount, 1)
  assert.equal(prepared.state().busy, undefined)
})
