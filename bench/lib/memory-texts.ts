import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Connection } from './driver.ts'

/** Chance that can be repeated: every run measures the same texts (mulberry32). */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T
  }
}

const WORDS =
  'about account add all already an and any apply are available back be before browser button by cannot cart change check choose click close connection continue copy could create current customer data date delete did display document done edit email empty enter error every export failed field file filter find first folder follow for from found go has help hidden if image import in invalid invoice is it language last link list loaded login long mail message missing more move name network new no not number of off on one only open option or order our page password pay permission please preview print product profile project read remove rename report required reset restart save search select send server set settings show sign size some start stop support table text that the there this time to too try type until update upload use user value version view was we when window with without work you your'.split(
    ' ',
  )

/** Real texts where somebody has some: `TM_CORPUS` names a file with one source text per line before the first tab. */
function realTexts(): string[] {
  const path = process.env['TM_CORPUS']
  if (!path || !existsSync(path)) return []
  const bytes = readFileSync(path)
  const lines = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString().split('\n').slice(1)
  return [...new Set(lines.map((line) => line.split('\t', 1)[0] ?? ''))].filter((text) => text.length > 0)
}

const sentence = (chance: Chance) => {
  const words = Array.from({ length: 1 + chance.below(4) + chance.below(14) }, () => chance.pick(WORDS)).join(' ')
  return words.charAt(0).toUpperCase() + words.slice(1) + chance.pick(['', '', '.', '…', '?', ` ${chance.below(1000)}`])
}

/** Different texts, as many as wanted: real ones first, then generated ones or changed copies of real ones. */
export function memoryTexts(count: number): string[] {
  const chance = new Chance(1)
  const real = realTexts()
  const texts = new Set(real.slice(0, count))
  while (texts.size < count) texts.add(real.length > 0 ? perturb(chance.pick(real), chance) : sentence(chance))
  return [...texts]
}

const KINDS: ((text: string, chance: Chance) => string)[] = [
  // A word left out, added, or replaced.
  (text, chance) => edited(text, (words) => words.toSpliced(chance.below(words.length), 1)),
  (text, chance) => edited(text, (words) => words.toSpliced(chance.below(words.length), 0, chance.pick(WORDS))),
  (text, chance) => edited(text, (words) => words.with(chance.below(words.length), chance.pick(WORDS))),
  // Two letters swapped.
  (text, chance) => {
    const at = chance.below(Math.max(1, text.length - 1))
    return text.slice(0, at) + (text[at + 1] ?? '') + (text[at] ?? '') + text.slice(at + 2)
  },
  (text, chance) =>
    /\d/.test(text) ? text.replaceAll(/\d+/g, () => String(chance.below(1000))) : `${text} ${chance.below(1000)}`,
  (text, chance) => (chance.below(2) === 0 ? text.toUpperCase() : text.toLowerCase()),
  (text, chance) => text.slice(0, Math.max(1, Math.ceil((text.length * (60 + chance.below(35))) / 100))),
  (text, chance) =>
    edited(text, (words) => [...words.slice(1 + chance.below(words.length)), ...words].slice(0, words.length)),
]

const edited = (text: string, change: (words: string[]) => string[]) => change(text.split(' ')).join(' ') || text

/** The text as somebody else would have written it. */
export const perturb = (text: string, chance: Chance) => chance.pick(KINDS)(text, chance).toWellFormed() || text

const BATCH = 20_000

/** Puts texts into a memory behind the service's back. */
export async function loadMemory(client: Connection, memoryId: number, localeId: number, texts: readonly string[]) {
  for (let at = 0; at < texts.length; at += BATCH) {
    await client.query(
      `insert into memory_entries (memory_id, locale_id, source_text, target_text, created_at, updated_at)
       select $1, $2, text, text, now(), now() from unnest($3::text[]) as text`,
      [memoryId, localeId, texts.slice(at, at + BATCH)],
    )
  }
  await client.query('analyze memory_entries')
}
