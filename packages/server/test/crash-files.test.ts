import assert from 'node:assert/strict'
import { watch } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { before, type TestContext, test } from 'node:test'
import { Database } from '../src/db/pool.ts'
import { sql } from '../src/db/sql.ts'
import { CrashScene } from './crash-scene.ts'
import { Dice } from './fuzz-values.ts'
import { atEnd, type Caller } from './harness.ts'
import { PublishedReaders } from './published.ts'
import { StatementGate } from './statement-gate.ts'
import { foldChanges, type ListedKey, stateOf, type Told } from './told.ts'
import { until } from './until.ts'

const IS_FULL = process.env['PARLANCE_TEST_FULL'] === '1'
/** Longer than the pauses of everything that looks for work by itself. */
const QUIET_MS = 1_500
const NAMESPACES = ['n0', 'n1', 'n2']

let gate: StatementGate
let scene: CrashScene
let database: Database
before(async () => {
  // A limit of keys, so that counting against it is one of the points.
  scene = await CrashScene.begin({
    env: { KEY_LIMIT: '100000' },
    async reach(host) {
      gate = await StatementGate.open(host)
      atEnd(() => gate.close())
      return gate.folder
    },
  })
  database = new Database(scene.database, console, 1)
  atEnd(() => database.close())
  const { reading, told } = await published()
  gate.watch()
  const end = Date.now() + QUIET_MS
  await reading(() => until('a while', async () => (await told()) && Date.now() > end))
  gate.takeSeenForNoise()
})

/** One attempt at an operation, on a project of its own. */
interface Attempt {
  /** Whether it was acknowledged. */
  run(): Promise<boolean>
  /** After a restart: all or nothing is there, and asking again brings it to its end. True for all. */
  isDone(isAcknowledged: boolean): Promise<boolean>
}

/** Runs it once in peace, and then once for each moment of its way, at which the service is killed. */
async function killAtEach(t: TestContext, prepare: () => Promise<Attempt>): Promise<void> {
  const first = await prepare()
  gate.watch()
  assert.ok(await first.run())
  const commits = gate.seen.filter((moment) => moment.includes('commit of: '))
  const moments = IS_FULL ? [...gate.seen] : commits.slice(-2)
  assert.ok(await first.isDone(true))
  const outcomes = { before: 0, after: 0, missed: 0 }
  for (const moment of moments) {
    const attempt = await prepare()
    gate.killAt(moment, () => scene.crash())
    const isAcknowledged = await attempt.run()
    if (!(await gate.settled())) {
      outcomes.missed++
      await scene.crash()
    }
    await scene.restart()
    const isDone = await attempt.isDone(isAcknowledged).catch((error) => {
      throw new Error(`Killed ${moment}`, { cause: error })
    })
    outcomes[isDone ? 'after' : 'before']++
  }
  t.diagnostic(`${moments.length} moments: ${JSON.stringify(outcomes)}`)
  assert.ok(outcomes.before > 0 && outcomes.after > 0, 'it was killed on both sides of its commit')
  // What follows a commit may come later than its answer.
  assert.ok(outcomes.missed <= moments.length / 10, `${outcomes.missed} moments did not come again`)
}

/** Undefined when the service refused, or is gone. */
async function tried<T>(method: string, path: string, body?: object, caller?: Caller): Promise<T | undefined> {
  const answer = await scene.call(method, path, body, caller)
  return answer && answer.status < 300 ? (answer.body as T) : undefined
}

async function createProject() {
  const body = { name: 'P', sourceLocale: 'en', locales: ['de'] }
  const path = `/v1/organizations/${scene.orgId}/projects`
  const { id, cdnToken } = await scene.ok<{ id: number; cdnToken: string }>('POST', path, body)
  const project = `/v1/projects/${id}`
  const scopes = ['translations:read', 'translations:write', 'translations:delete']
  const { key: apiKey } = await scene.ok<{ key: string }>('POST', `${project}/api-keys`, { name: 'build', scopes })
  return { id, cdnToken, path: project, build: { apiKey } }
}

const seed = (path: string, key: string, en: string, namespace = 'default') =>
  scene.ok('POST', `${path}/keys`, { key, namespace, translations: { en: { value: en, status: 'translated' } } })

/** What anybody can see of a project, but for numbers that each project has of its own. */
async function look(path: string) {
  const { activity } = await scene.ok<{ activity: (Told & { id: number })[] }>('GET', `${path}/activity?limit=100`)
  const { data } = await scene.ok<{ data: ListedKey[] }>('GET', `${path}/keys?limit=100`)
  const { namespaces } = await scene.ok<{ namespaces: { name: string; keyCount: number }[] }>(
    'GET',
    `${path}/namespaces`,
  )
  const { locales } = await scene.ok<{ locales: { code: string }[] }>('GET', `${path}/locales`)
  const changes = activity.toReversed()
  assert.deepEqual(
    changes.map(({ id }) => id),
    changes.map((_, at) => at + 1),
    'changes without a gap',
  )
  assert.deepEqual(foldChanges(changes), stateOf(data), 'the changes tell what the keys are')
  return {
    keys: Object.values(stateOf(data)),
    namespaces: namespaces.map(({ name, keyCount }) => [name, keyCount]),
    locales: locales.map(({ code }) => code),
    // Values that are written together are told in any order.
    changes: changes.map(({ event, key, namespace, locale }) => `${event} ${namespace} ${key} ${locale}`).sort(),
  }
}

type Look = Awaited<ReturnType<typeof look>>

/** The two states that imports of the same files leave their projects in; there is no third. */
class AllOrNothing {
  #after: Look | undefined

  /** What the first import left, which nobody killed. */
  get after(): Look {
    assert.ok(this.#after)
    return this.#after
  }

  async isDone(path: string, before: Look, isAcknowledged: boolean): Promise<boolean> {
    const found = await look(path)
    this.#after ??= found
    const isAfter = found.changes.length !== before.changes.length
    assert.deepEqual(found, isAfter ? this.#after : before)
    assert.ok(isAfter || !isAcknowledged, 'an acknowledged import is lost')
    return isAfter
  }
}

async function seeded() {
  const project = await createProject()
  await seed(project.path, 'kept', 'Kept')
  await seed(project.path, 'changed', 'Old {name}')
  return project
}

test('kill -9 at each point of a web import', async (t) => {
  const files = Object.entries({
    'en.json': { kept: 'Kept', changed: 'New {count, plural, one {#} other {#}}', added: 'Added by {who}' },
    'shop/de.json': { cart: 'Korb' },
    'fr.json': { added: 'Ajouté' },
  }).map(([filename, texts]) => {
    const bytes = Buffer.from(JSON.stringify(texts))
    return { filename, content: bytes.toString('base64'), size: bytes.length }
  })
  const options = { defaultConflictResolution: 'use_imported', allowNewLocales: true }
  const results = { added: 3, updated: 1, skipped: 1 }
  const states = new AllOrNothing()
  await killAtEach(t, async () => {
    const { path } = await seeded()
    const initial = await look(path)
    const { validationId } = await scene.ok<{ validationId: string }>('POST', `${path}/keys/import/validate`, {
      files,
      options,
    })
    const body = {
      validationId,
      fileMappings: [],
      conflictResolutions: [],
      options: { idempotencyKey: 'once', progressTrackingId: 'shown' },
    }
    const commit = () => tried<{ results: object }>('POST', `${path}/keys/import/commit`, body)
    const progress = async () => (await tried<{ status: string }>('GET', `${path}/keys/import/progress/shown`))?.status
    return {
      run: async () => (await commit()) !== undefined,
      async isDone(isAcknowledged) {
        const isDone = await states.isDone(path, initial, isAcknowledged)
        assert.equal((await progress()) === 'completed', isDone, 'progress tells what is there')
        assert.deepEqual((await commit())?.results, results)
        assert.deepEqual(await look(path), states.after, 'done once, however often it is asked for')
        assert.equal(await progress(), 'completed')
        return isDone
      },
    }
  })
})

test('kill -9 at each point of a command-line import that removes orphans', async (t) => {
  const namespaces = {
    default: { en: { kept: 'Kept', changed: 'New', added: 'Added by {who}' }, de: { kept: 'Behalten' } },
    shop: { en: { cart: 'Cart' } },
  }
  const options = { conflictResolution: 'keep_local', createNamespaces: true, deleteOrphans: true }
  const states = new AllOrNothing()
  await killAtEach(t, async () => {
    const { path, build } = await seeded()
    await seed(path, 'orphan', 'Gone')
    await seed(path, 'other orphan', 'Gone, too')
    const initial = await look(path)
    const commit = () => tried<{ success: true }>('POST', `${path}/import/commit`, { namespaces, options }, build)
    return {
      run: async () => (await commit()) !== undefined,
      async isDone(isAcknowledged) {
        const isDone = await states.isDone(path, initial, isAcknowledged)
        assert.equal((await commit())?.success, true)
        const { keys } = await look(path)
        assert.deepEqual(keys, states.after.keys)
        assert.ok(!keys.some(({ key }) => key.includes('orphan')))
        return isDone
      },
    }
  })
})

test('kill -9 at each point of a revert', async (t) => {
  const states = new AllOrNothing()
  await killAtEach(t, async () => {
    const { path } = await seeded()
    const seq = async () => (await look(path)).changes.length
    const { id: gone } = (await seed(path, 'gone', 'Gone {name}', 'gone with it')) as { id: number }
    const { id: renamed } = (await seed(path, 'renamed', 'Renamed')) as { id: number }
    const fromId = (await seq()) + 1
    await scene.ok('PUT', `${path}/keys/changed`, { locale: 'en', value: 'New {count, number}' })
    await scene.ok('PATCH', `${path}/keys/${renamed}`, { key: 'otherwise' })
    await scene.ok('POST', `${path}/keys/batch/delete`, { keyIds: [gone] })
    await seed(path, 'created', 'Created')
    const initial = await look(path)
    const range = { fromId, toId: initial.changes.length }
    const revert = () => tried('POST', `${path}/activity/revert`, range)
    return {
      run: async () => (await revert()) !== undefined,
      async isDone(isAcknowledged) {
        const isDone = await states.isDone(path, initial, isAcknowledged)
        await revert()
        assert.deepEqual(await look(path), states.after, 'taken back once, however often it is asked for')
        return isDone
      },
    }
  })
})

/** A project whose keys say one more than its files. */
async function published() {
  const { id, path, build, cdnToken } = await createProject()
  // No two projects publish the same bytes, which would be stored once.
  const [first, second] = [2 * id, 2 * id + 1]
  // Nor do two of its files.
  for (const namespace of NAMESPACES) await seed(path, 'where', namespace, namespace)
  const write = async (version: number, caller: Caller) => {
    for (const namespace of NAMESPACES) {
      const translations = { en: { value: String(version), status: 'translated' } }
      await scene.ok('PUT', '/v1/keys/', { key: 'version', namespace, translations }, caller)
    }
  }
  const told = async () => {
    const found = await tried<{ activity: { event: string }[] }>('GET', `${path}/activity?limit=20`)
    return found?.activity.flatMap(({ event }) => (event.startsWith('cdn_') ? [event] : []))
  }
  /** False when the service is gone before the files are out. */
  const deploy = async (deploys: number) => {
    return (await tried('POST', `${path}/cdn/deploy`)) !== undefined && completed(deploys)
  }
  const completed = async (deploys: number) => {
    let events: string[] | undefined
    await until(
      'the deploy',
      async () => {
        events = await told()
        return !events || events.length === 2 * deploys
      },
      10_000,
    )
    return events !== undefined
  }
  await write(first, build)
  assert.ok(await deploy(1))
  await write(second, build)
  const addresses = NAMESPACES.map((namespace) => `${cdnToken}/${namespace}/en.json`)
  const readers = new PublishedReaders([scene.url], addresses)
  return {
    /** Somebody reads the files as long as this goes on. */
    async reading<T>(work: () => Promise<T>): Promise<T> {
      const stop = new AbortController()
      const reader = readers.readUntil(stop.signal, new Dice(id))
      return work().finally(() => {
        stop.abort()
        return reader
      })
    },
    told,
    deploy: () => deploy(2),
    async isDone(isAcknowledged: boolean) {
      const [version, ...others] = await readers.readAll()
      assert.deepEqual(others, [], 'no mixture')
      assert.ok(version === second || !isAcknowledged)
      // Whoever died holds the job for ten seconds more, which pass here.
      const left = await database.run(sql`
        update jobs set due_at = now() where project_id = ${id} and due_at is not null`)
      if (version !== second) assert.ok(left > 0 ? await completed(2) : await deploy(2))
      assert.deepEqual(
        await told(),
        ['completed', 'started', 'completed', 'started'].map((end) => `cdn_deploy.${end}`),
      )
      assert.deepEqual(await readers.readAll(), [second])
      readers.assertOneRegister()
      return version === second
    },
  }
}

test('kill -9 at each point of a deploy', async (t) => {
  await killAtEach(t, async () => {
    const { reading, deploy, isDone } = await published()
    return { run: () => reading(deploy), isDone }
  })
})

test('kill -9 while copies of published files are written', async () => {
  const folder = join(scene.dataDir, 'cdn')
  await mkdir(folder, { recursive: true })
  for (let event = 1; event <= (IS_FULL ? 3 * NAMESPACES.length : 1); event++) {
    const { reading, deploy, isDone } = await published()
    const isAcknowledged = await deploy()
    let left = event
    let killed: Promise<void> | undefined
    const watcher = watch(folder, () => {
      if (--left === 0) killed = scene.crash()
    })
    await reading(() => until(`event ${event} in the folder`, () => killed !== undefined))
    watcher.close()
    await killed
    await scene.restart()
    assert.ok(await isDone(isAcknowledged))
  }
})
