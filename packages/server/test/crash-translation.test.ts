import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startStandIn } from '../src/features/machine-translation/test/stand-ins.ts'
import { CrashScene } from './crash-scene.ts'
import { Dice } from './fuzz-values.ts'
import { until } from './until.ts'

const FULL = process.env['PARLANCE_TEST_FULL'] === '1'
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? (FULL ? 40 : 2))
/** So many that chance plays no part in what must have happened in one of them. */
const MANY = 10
const SEED = Number(process.env['CRASH_SEED'] ?? Date.now() % 2 ** 32)
/** Three steps of a job from memories, and twelve of one by a machine. */
const KEYS = { memory: 2_100, machine: 300 }
/** Every so many keys one that no memory knows. */
const UNKNOWN_EVERY = 50
/** About as long as the jobs of a round take. */
const LONGEST_LIFE_MS = 900
const ENDED_WITHIN_MS = 20_000

interface Change {
  id: number
  at: string
  event: string
  keyId: number | null
  locale: string | null
  after: Record<string, unknown>
}

interface TranslationJob {
  status: string
  total: number
  processed: number
  failed: number
}

const nameOf = (n: number) => (n % UNKNOWN_EVERY === 0 ? `unknown ${n}` : `key ${n}`)

/** A project with keys of the texts `Text n`, whose jobs are killed, and what its history tells of them. */
class Jobs {
  readonly scene: CrashScene
  readonly path: string
  readonly keyIds: number[]
  readonly dice = new Dice(SEED)
  #seen = 0

  private constructor(scene: CrashScene, keyIds: number[]) {
    this.scene = scene
    this.path = `/v1/projects/${scene.projectId}`
    this.keyIds = keyIds
  }

  static async begin(settings: Record<string, string>, keys: number): Promise<Jobs> {
    const scene = await CrashScene.begin({ env: settings, database: 'own' })
    const path = `/v1/projects/${scene.projectId}`
    await scene.ok('POST', `${path}/locales`, { code: 'fr' })
    const texts = Object.fromEntries(Array.from({ length: keys }, (_, n) => [nameOf(n), `Text ${n}`]))
    const bytes = Buffer.from(JSON.stringify(texts))
    const files = [{ filename: 'en.json', content: bytes.toString('base64'), size: bytes.length }]
    const { validationId } = await scene.ok<{ validationId: string }>('POST', `${path}/keys/import/validate`, { files })
    await scene.ok('POST', `${path}/keys/import/commit`, { validationId, fileMappings: [], conflictResolutions: [] })
    const { ids } = await scene.ok<{ ids: number[] }>('GET', `${path}/keys/ids`)
    assert.equal(ids.length, keys)
    return new Jobs(scene, ids)
  }

  async schedule(targetLocaleCodes: string[]): Promise<number[]> {
    const body = { keyIds: this.keyIds, targetLocaleCodes, overwriteExisting: true }
    const { jobs } = await this.scene.ok<{ jobs: { jobId: number }[] }>(
      'POST',
      `${this.path}/keys/batch/machine-translate`,
      body,
    )
    return jobs.map(({ jobId }) => jobId)
  }

  read = (jobId: number) => this.scene.ok<TranslationJob>('GET', `${this.path}/machine-translation/jobs/${jobId}`)

  /** Kills the service, every third time with its database, and starts it again. */
  async crash(): Promise<void> {
    await (this.dice.below(3) === 0 ? this.scene.crashAll() : this.scene.crash())
    await this.scene.restart()
  }

  async ended(jobIds: readonly number[]): Promise<void> {
    const areEnded = async () => {
      const jobs = await Promise.all(jobIds.map((jobId) => this.read(jobId)))
      return jobs.every(({ status }) => status !== 'waiting' && status !== 'running')
    }
    await until('the jobs to end', areEnded, ENDED_WITHIN_MS)
  }

  /** What was told since it was last asked for, oldest first, with no number missing. */
  async news(): Promise<Change[]> {
    const fresh: Change[] = []
    for (let cursor = ''; ; ) {
      const page = await this.scene.ok<{ activity: Change[]; nextCursor: string | null }>(
        'GET',
        `${this.path}/activity?limit=100${cursor}`,
      )
      fresh.unshift(...page.activity.filter(({ id }) => id > this.#seen).reverse())
      if (page.nextCursor === null || (page.activity.at(-1)?.id ?? 0) <= this.#seen) break
      cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`
    }
    assert.deepEqual(
      fresh.map(({ id }) => id),
      fresh.map((_, at) => this.#seen + 1 + at),
    )
    this.#seen = fresh.at(-1)?.id ?? this.#seen
    return fresh
  }

  values = (locale: string) =>
    this.scene.ok<Record<string, string>>('POST', `${this.path}/keys/export`, { localeCodes: [locale] })
}

/** Scheduled once for all; each job began once, advanced without a step back, at most once a second, and ended well. */
function assertTold(news: readonly Change[], jobIds: readonly number[], failedKeyIds: readonly number[]): void {
  const scheduled = news.findIndex(({ event }) => event === 'batch_mt.scheduled')
  assert.equal(news.filter(({ event }) => event === 'batch_mt.scheduled').length, 1)
  for (const jobId of jobIds) {
    const told = news.filter(({ after }) => after?.['jobId'] === jobId)
    const events = told.map(({ event }) => event)
    const progress = told.slice(1, -1)
    assert.deepEqual(events, ['batch_mt.started', ...progress.map(() => 'batch_mt.progress'), 'batch_mt.completed'])
    assert.ok((told[0]?.id ?? 0) > (news[scheduled]?.id ?? 0))
    for (const [at, { after, at: time }] of progress.entries()) {
      const before = progress[at - 1]
      if (!before) continue
      assert.ok(Number(after['processed']) > Number(before.after['processed']))
      assert.ok(Date.parse(time) - Date.parse(before.at) >= 1000, 'progress is told once a second at most')
    }
    const end = told.at(-1)?.after ?? {}
    assert.deepEqual(end['failedKeyIds'], failedKeyIds)
    assert.deepEqual(Number(end['processed']) + Number(end['failed']), told[0]?.after['totalKeys'])
  }
}

/** Every value was written by one change, and by no second one. */
function assertWrittenOnce(news: readonly Change[], locales: readonly string[], keyIds: readonly number[]): void {
  const written = news.filter(({ event }) => event.startsWith('translation.'))
  const values = written.map(({ keyId, locale }) => `${locale} ${keyId}`).toSorted()
  assert.deepEqual(values, locales.flatMap((locale) => keyIds.map((id) => `${locale} ${id}`)).toSorted())
  for (const { after } of written) assert.equal(after['status'], 'not_reviewed')
}

const tmxOf = (generation: number, keys: number) => {
  const units = Array.from({ length: keys }, (_, n) =>
    nameOf(n).startsWith('unknown')
      ? ''
      : `<tu><tuv xml:lang="en"><seg>Text ${n}</seg></tuv>${['de', 'fr'].map(
          (code) => `<tuv xml:lang="${code}"><seg>${code} ${n} of ${generation}</seg></tuv>`,
        )}</tu>`,
  )
  return `<tmx version="1.4"><header srclang="en"/><body>${units.join('')}</body></tmx>`
}

test(`kill -9 in jobs that translate from memories, ${ROUNDS} times (CRASH_SEED=${SEED})`, async (t) => {
  const jobs = await Jobs.begin({}, KEYS.memory)
  const { scene, path, dice } = jobs
  const project = await scene.ok<{ organizationId: number; sourceLocaleId: number }>('GET', path)
  const tm = await scene.ok<{ id: number }>('POST', `/v1/organizations/${project.organizationId}/tms`, {
    name: 'Memory',
    sourceLocaleId: project.sourceLocaleId,
  })
  const assignments = [{ tmId: tm.id, priority: 1, isWritable: false, penalty: 0 }]
  await scene.ok('PATCH', `${path}/tm-settings`, { assignments })
  const { ids: unknown } = await scene.ok<{ ids: number[] }>('GET', `${path}/keys/ids?search=unknown`)
  const known = jobs.keyIds.filter((id) => !unknown.includes(id))
  await jobs.news()
  let broken = 0
  for (let round = 1; round <= ROUNDS; round++) {
    const content = tmxOf(round, KEYS.memory)
    await scene.ok('POST', `/v1/tms/${tm.id}/import`, { content, conflictResolution: 'overwrite' })
    const jobIds = await jobs.schedule(['de', 'fr'])
    // Now at any moment, now as soon as so much of the second job is written.
    const [, second = 0] = jobIds
    if (round % 2 === 0) await sleep(dice.below(LONGEST_LIFE_MS))
    else {
      const written = dice.below(3) * 1000
      const isWritten = async () => {
        const { status, processed, failed } = await jobs.read(second)
        return status === 'completed' || (status === 'running' && processed + failed >= written)
      }
      await until(`${written} keys to be done`, isWritten, ENDED_WITHIN_MS)
    }
    await jobs.crash()
    if ((await jobs.read(second)).status !== 'completed') broken++
    await jobs.ended(jobIds)
    for (const jobId of jobIds) {
      const { status, total, processed, failed } = await jobs.read(jobId)
      assert.deepEqual([status, total, processed, failed], ['completed', KEYS.memory, known.length, unknown.length])
    }
    const news = await jobs.news()
    assertTold(
      news,
      jobIds,
      unknown.toSorted((a, b) => a - b),
    )
    assertWrittenOnce(news, ['de', 'fr'], known)
    for (const locale of ['de', 'fr']) {
      const values = Object.values(await jobs.values(locale))
      assert.equal(new Set(values).size, known.length)
      assert.ok(values.every((value) => value.startsWith(`${locale} `) && value.endsWith(` of ${round}`)))
    }
  }
  t.diagnostic(`${ROUNDS} rounds, ${broken} times the next start found work to finish`)
  // Of a few, each may have ended just before.
  assert.ok(broken > 0 || ROUNDS < MANY, 'no job was ever broken off')
})

test(`kill -9 in jobs that ask a provider, ${ROUNDS} times (CRASH_SEED=${SEED})`, async (t) => {
  const standIn = await startStandIn('libretranslate')
  let answered = 0
  // No text is answered alike twice: what is asked and written again shows.
  standIn.translate = (text) => `${text} answer ${++answered}`
  const settings = {
    MT_PROVIDER: 'libretranslate',
    MT_URL: standIn.config.url ?? '',
    MT_MONTHLY_CHARACTERS: String(1e9),
  }
  const jobs = await Jobs.begin(settings, KEYS.machine)
  const { scene, path, dice } = jobs
  const { organizationId } = await scene.ok<{ organizationId: number }>('GET', path)
  const used = async () => {
    const { usage } = await scene.ok<{ usage: Record<string, number> }>('GET', `/v1/organizations/${organizationId}`)
    return usage['machineTranslationCharacters'] ?? 0
  }
  const charactersOf = (texts: readonly string[]) => texts.reduce((sum, text) => sum + text.length, 0)
  await jobs.news()
  let [repeated, before] = [0, 0]
  for (let round = 1; round <= ROUNDS; round++) {
    standIn.requests.length = 0
    const [jobId = 0] = await jobs.schedule(['de'])
    // Before it is answered, or as soon as it is: the answer may be on its way, or on its way into the database.
    const request = 1 + dice.below(12)
    const isAsked = () => standIn.requests.length >= request
    await until(`request ${request}`, isAsked, ENDED_WITHIN_MS)
    await sleep(dice.below(15))
    await jobs.crash()
    await jobs.ended([jobId])
    const { status, processed, failed } = await jobs.read(jobId)
    assert.deepEqual([status, processed, failed], ['completed', KEYS.machine, 0])
    const news = await jobs.news()
    assertTold(news, [jobId], [])
    assertWrittenOnce(news, ['de'], jobs.keyIds)
    const values = await jobs.values('de')
    for (const [key, value] of Object.entries(values)) {
      assert.match(value, new RegExp(`^${key.replace(/\w+/, 'Text')} answer \\d+$`))
    }
    const asked = standIn.requests.map(({ body }) => charactersOf(body['q'] as string[]))
    const again = standIn.requests.flatMap(({ body }) => body['q'] as string[]).length - KEYS.machine
    assert.ok(again === 0 || again === 25, `${again} texts were asked for again, and one request has 25`)
    if (again > 0) repeated++
    // What was asked is paid for, also when the answer was lost; a request that was lost before it left is paid once.
    const spent = (await used()) - before
    before += spent
    const sent = asked.reduce((sum, count) => sum + count, 0)
    assert.ok(spent >= sent && spent <= sent + Math.max(...asked), `${spent} characters counted, ${sent} sent`)
  }
  t.diagnostic(`${ROUNDS} rounds, ${repeated} answers lost and asked for again`)
})
