import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** Numbers from 0 to below 1, the same in every run. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

type Random = () => number
const below = (random: Random, limit: number) => Math.floor(random() * limit)
const oneOf = <T>(random: Random, list: readonly T[]) => list[below(random, list.length)] as T

/**
 * The first column of the tab-separated file (with a header, gzipped) that BENCH_TM_CORPUS names, without repetitions;
 * without it, generated text. Real text is the better judge: its lengths and repetitions are hard to invent.
 */
export function sourceTexts(): string[] {
  const file = process.env['BENCH_TM_CORPUS']
  if (!file) return generatedTexts(150_000)
  const lines = gunzipSync(readFileSync(file)).toString().split('\n').slice(1)
  return [...new Set(lines.map((line) => line.split('\t')[0] ?? ''))].filter((text) => text !== '')
}

const SYLLABLES = 'a con de er fi gra in ka lo men no or pre qui ra se ti tion un ver wa xi yo zu the ing'.split(' ')

function generatedTexts(count: number): string[] {
  const random = seeded(7)
  const word = () => Array.from({ length: 1 + below(random, 3) }, () => oneOf(random, SYLLABLES)).join('')
  const vocabulary = Array.from({ length: 20_000 }, word)
  // Few words are frequent and most texts are short, as in interfaces.
  const frequent = () => vocabulary[Math.floor(vocabulary.length * random() ** 3)] as string
  const texts = new Set<string>()
  while (texts.size < count) {
    texts.add(Array.from({ length: 1 + Math.floor(40 * random() ** 3) }, frequent).join(' '))
  }
  return [...texts]
}

/** The texts, and variations of them until there are enough, all different. */
export function extended(texts: readonly string[], count: number): string[] {
  const random = seeded(11)
  const all = new Set(texts.slice(0, count))
  while (all.size < count) all.add(varied(oneOf(random, texts), texts, random))
  return [...all]
}

/** A text as somebody else would have written it: a word or a number more, less or another, a typo, case, order, an end. */
export function varied(text: string, others: readonly string[], random: Random): string {
  const words = text.split(' ')
  const at = below(random, words.length)
  const otherWord = () => oneOf(random, oneOf(random, others).split(' '))
  const edits: (() => void)[] = [
    () => words.splice(at, 1, otherWord()),
    () => words.splice(at, 0, otherWord()),
    () => words.length > 1 && words.splice(at, 1),
    () => words.splice(at, 1, withTypo(words[at] ?? '', random)),
    () => words.splice(at, 0, String(below(random, 1_000))),
    () => words.splice(at, 1, changedCase(words[at] ?? '')),
    () => words.splice(Math.max(1, Math.ceil(words.length * 0.7))),
    () => words.push(...words.splice(0, at)),
  ]
  oneOf(random, edits)()
  return words.join(' ')
}

function withTypo(word: string, random: Random): string {
  const at = below(random, word.length + 1)
  return `${word.slice(0, at)}${oneOf(random, [...'etaoinshr'])}${word.slice(at + below(random, 2))}`
}

const changedCase = (word: string) => (word === word.toLowerCase() ? word.toUpperCase() : word.toLowerCase())
