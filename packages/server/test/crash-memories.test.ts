import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { CrashScene } from './crash-scene.ts'
import { Dice } from './fuzz-values.ts'
import { until } from './until.ts'

const FULL = process.env['PARLANCE_TEST_FULL'] === '1'
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? (FULL ? 60 : 2))
const SEED = Number(process.env['CRASH_SEED'] ?? Date.now() % 2 ** 32)
/** An instance is killed after so many entries and a moment more, and the other goes on alone for a while. */
const MOST_BEFORE_KILL = 30
const LONGEST_PAUSE_MS = 30
const LONGEST_LIFE_ALONE_MS = 600
const WRITTEN_WITHIN_MS = 20_000
/** So many that both instances keep an index, and none searches by reading all. */
const ENTRIES_BEFORE = 1_100
const FOUND_WITHIN_MS = 2_000
const SEARCHES_AT_ONCE = 8
/** Before a writer without an answer tries again. */
const PAUSE_MS = 20

interface Entry {
  sourceText: string
  targetText: string
  contextKey: string | null
  usageCount: number
}

interface Change {
  event: string
  key: string | null
  locale: string | null
}

/** A key of one writer: its source text stays, and so its translations belong to one entry. */
interface OwnKey {
  name: string
  source: string
  /** What its German value may be: more than one after an answer that never came. */
  possible: (string | undefined)[]
}

/** Two instances that write into one memory, and what they acknowledged. */
class SharedMemory {
  readonly instances: readonly CrashScene[]
  readonly entries = new Map<string, string>()
  readonly keys: OwnKey[] = []
  readonly #tmId: number
  readonly #localeId: number
  readonly #path: string
  #named = 0

  private constructor(instances: readonly CrashScene[], tmId: number, localeId: number) {
    this.instances = instances
    this.#tmId = tmId
    this.#localeId = localeId
    this.#path = `/v1/projects/${instances[0]?.projectId}`
  }

  static async begin(): Promise<SharedMemory> {
    const one = await CrashScene.begin()
    const path = `/v1/projects/${one.projectId}`
    const project = await one.ok<{ organizationId: number; sourceLocaleId: number; locales: Locale[] }>('GET', path)
    const { organizationId, sourceLocaleId, locales } = project
    const memory = { name: 'Memory', sourceLocaleId }
    const { id: tmId } = await one.ok<{ id: number }>('POST', `/v1/organizations/${organizationId}/tms`, memory)
    const assignments = [{ tmId, priority: 1, isWritable: true, penalty: 0 }]
    await one.ok('PATCH', `${path}/tm-settings`, { assignments })
    const units = Array.from({ length: ENTRIES_BEFORE }, (_, n) => {
      const [source, target] = ['en', 'de'].map(
        (code) => `<tuv xml:lang="${code}"><seg>before ${code} ${n}</seg></tuv>`,
      )
      return `<tu>${source}${target}</tu>`
    })
    const content = `<tmx version="1.4"><header srclang="en"/><body>${units.join('')}</body></tmx>`
    await one.ok('POST', `/v1/tms/${tmId}/import`, { content })
    const localeId = locales.find(({ code }) => code === 'de')?.id ?? 0
    return new SharedMemory([one, await one.beside()], tmId, localeId)
  }

  /** Adds entries; each is looked for at the other instance as soon as it is acknowledged. */
  async writeEntries(own: CrashScene, other: CrashScene, dice: Dice, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const sourceText = `Entry ${dice.below(2 ** 32)} of ${++this.#named}`
      const targetText = `Eintrag ${this.#named}`
      const body = { sourceText, targetText, targetLocaleId: this.#localeId }
      const answer = await own.call('POST', `/v1/tms/${this.#tmId}/entries`, body)
      if (answer?.status !== 201) {
        await sleep(PAUSE_MS)
        continue
      }
      this.entries.set(sourceText, targetText)
      const isFound = async () => signal.aborted || (await this.#best(other, sourceText)) === targetText
      await until(`"${sourceText}" to be found at the other instance`, isFound, FOUND_WITHIN_MS)
    }
  }

  /** Creates a key and translates it anew again and again, each time with the first entry of the memory. */
  async writeValues(own: CrashScene, entryId: number, dice: Dice, signal: AbortSignal): Promise<void> {
    const key: OwnKey = { name: `key ${++this.#named}`, source: `Source ${dice.below(2 ** 32)}`, possible: [undefined] }
    const translations = { en: { value: key.source, status: 'translated' } }
    const created = await own.call('POST', `${this.#path}/keys`, { key: key.name, translations })
    if (created?.status !== 201) return
    this.keys.push(key)
    while (!signal.aborted) {
      const value = `Wert ${dice.below(2 ** 32)}`
      const body = { locale: 'de', value, tmEntryId: entryId }
      const answer = await own.call('PUT', `${this.#path}/keys/${encodeURIComponent(key.name)}`, body)
      if (answer?.status === 200) key.possible = [value]
      else {
        key.possible.push(value)
        await sleep(PAUSE_MS)
      }
    }
  }

  async firstEntryId(): Promise<number> {
    const { entries } = await this.#any.ok<{ entries: { id: number }[] }>(
      'GET',
      `/v1/tms/${this.#tmId}/entries?limit=1`,
    )
    return entries[0]?.id ?? 0
  }

  /** What was acknowledged is found by texts that are nearly the same, which only the index of an instance tells. */
  async verifyEntries(from: number): Promise<void> {
    const entries = [...this.entries].slice(from)
    const left = this.instances.flatMap((instance) => entries.map((entry) => [instance, ...entry] as const))
    const search = async () => {
      for (let next = left.pop(); next; next = left.pop()) {
        const [instance, sourceText, targetText] = next
        assert.equal(await this.#best(instance, sourceText), targetText, `"${sourceText}" is lost`)
      }
    }
    await Promise.all(Array.from({ length: SEARCHES_AT_ONCE }, search))
  }

  /** Each value is in the memory once, as it is now; every use is counted once; and the counts are those of a reader. */
  async verifyPopulation(): Promise<void> {
    await until('the memory to hold the values', () => this.#isCaughtUp(), FOUND_WITHIN_MS)
    const uses = await this.#countUses()
    for (const instance of this.instances) {
      const entries = await this.#readEntries(instance)
      const identities = entries.map(({ sourceText, contextKey }) => JSON.stringify([sourceText, contextKey]))
      assert.equal(new Set(identities).size, entries.length, 'an entry is there twice')
      const populated = entries.filter(({ contextKey }) => contextKey !== null)
      assert.equal(populated.length, this.keys.filter(({ possible }) => possible[0] !== undefined).length)
      const used = entries.reduce((sum, { usageCount }) => sum + usageCount, 0)
      assert.equal(used, uses, 'each value that was written with the entry is one use of it')
      const memory = await instance.ok<{ entriesCount: number }>('GET', `/v1/tms/${this.#tmId}`)
      const stats = await instance.ok<object>('GET', `/v1/tms/${this.#tmId}/stats`)
      assert.equal(memory.entriesCount, entries.length)
      assert.deepEqual(stats, { totalEntries: entries.length, uniqueLanguagePairs: 1, totalUsageCount: used })
    }
  }

  async #isCaughtUp(): Promise<boolean> {
    const entries = new Map((await this.#readEntries(this.#any)).map((entry) => [entry.contextKey, entry]))
    for (const key of this.keys) {
      const path = `${this.#path}/keys?search=${encodeURIComponent(key.source)}`
      const { data } = await this.#any.ok<{ data: { translations: Record<string, { value: string }> }[] }>('GET', path)
      const value = data[0]?.translations['de']?.value
      assert.ok(key.possible.includes(value), `"${key.name}" is "${value}" and could be ${key.possible}`)
      key.possible = [value]
      const entry = entries.get(key.name)
      if (entry?.targetText !== value) return false
      assert.ok(entry === undefined || entry.sourceText === key.source)
    }
    return true
  }

  /** By the history: one change for each value that was written. */
  async #countUses(): Promise<number> {
    let uses = 0
    for (let cursor = ''; ; ) {
      const path = `${this.#path}/activity?limit=100${cursor}`
      const page = await this.#any.ok<{ activity: Change[]; nextCursor: string | null }>('GET', path)
      const isUse = ({ event, locale }: Change) => event.startsWith('translation.') && locale === 'de'
      uses += page.activity.filter(isUse).length
      if (page.nextCursor === null) return uses
      cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`
    }
  }

  async #readEntries(instance: CrashScene): Promise<Entry[]> {
    const found: Entry[] = []
    for (let cursor = ''; ; ) {
      const path = `/v1/tms/${this.#tmId}/entries?limit=100${cursor}`
      const page = await instance.ok<{ entries: Entry[]; nextCursor: string | null }>('GET', path)
      found.push(...page.entries)
      if (page.nextCursor === null) return found
      cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`
    }
  }

  async #best(instance: CrashScene, sourceText: string): Promise<string | undefined> {
    const body = { sourceText: `${sourceText}!`, targetLocaleId: this.#localeId, maxResults: 1 }
    const answer = await instance.call('POST', `/v1/tms/${this.#tmId}/search`, body)
    return (answer?.body as { matches?: Entry[] } | undefined)?.matches?.[0]?.targetText
  }

  get #any(): CrashScene {
    return this.instances[0] as CrashScene
  }
}

interface Locale {
  id: number
  code: string
}

test(`kill -9 of one of two instances that fill a memory, ${ROUNDS} times (CRASH_SEED=${SEED})`, async (t) => {
  const dice = new Dice(SEED)
  const shared = await SharedMemory.begin()
  const [one, other] = shared.instances as [CrashScene, CrashScene]
  const entryId = await shared.firstEntryId()
  for (let round = 1; round <= ROUNDS; round++) {
    const before = shared.entries.size
    const stop = new AbortController()
    const ownDice = () => new Dice(dice.below(2 ** 32))
    const writers = [
      shared.writeEntries(one, other, ownDice(), stop.signal),
      shared.writeEntries(other, one, ownDice(), stop.signal),
      shared.writeValues(one, entryId, ownDice(), stop.signal),
      shared.writeValues(other, entryId, ownDice(), stop.signal),
    ]
    const wanted = before + 1 + dice.below(MOST_BEFORE_KILL)
    const isWritten = () => shared.entries.size >= wanted
    await until(`${wanted} entries`, isWritten, WRITTEN_WITHIN_MS)
    await sleep(dice.below(LONGEST_PAUSE_MS))
    const killed = dice.chance(0.5) ? [one] : dice.chance(0.8) ? [other] : [one, other]
    for (const instance of killed) await instance.crash()
    // Who is left goes on; what the other had not taken over is now its work.
    await sleep(dice.below(LONGEST_LIFE_ALONE_MS))
    stop.abort()
    await Promise.all(killed.map((instance) => instance.restart()))
    await Promise.all(writers)
    await shared.verifyPopulation()
    await shared.verifyEntries(before)
  }
  await shared.verifyEntries(0)
  t.diagnostic(`${ROUNDS} rounds, ${shared.entries.size} entries acknowledged, ${shared.keys.length} keys translated`)
  assert.ok(shared.entries.size >= ROUNDS)
})
