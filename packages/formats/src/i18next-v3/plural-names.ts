import type { FindPlural, Texts } from '../i18next-v4/plural-names.ts'
import { neededCategories } from './needed-categories.ts'

const PLURAL = '_plural'
const NUMBERED = /^(.+)_(\d)$/s

/** `k` and `k_plural` are one plural in languages with two forms; in all others `k_0` and so on, where all are there. */
export const numberedPlural: FindPlural = (name, texts, locale) => {
  const categories = neededCategories(locale)
  return categories.length === 2 ? ofTwo(name, texts, categories) : ofMany(name, texts, categories)
}

/** The names of the forms of a key, in the order of the categories. */
export const formNames = (key: string, { length }: readonly string[]): string[] =>
  length === 2 ? [key, key + PLURAL] : Array.from({ length }, (_, at) => `${key}_${at}`)

function ofTwo(name: string, texts: Texts, categories: readonly string[]): ReturnType<FindPlural> {
  const key = isForm(name, texts) ? name.slice(0, -PLURAL.length) : name
  return isForm(key + PLURAL, texts) ? named(key, categories) : undefined
}

/** Of names that go on and on with the suffix, every second one is a form. */
function isForm(name: string, texts: Texts): boolean {
  if (!texts.has(name)) return false
  let count = 0
  for (let stem = name; stem.endsWith(PLURAL); count++) {
    stem = stem.slice(0, -PLURAL.length)
    if (stem === '' || !texts.has(stem)) break
  }
  return count % 2 === 1
}

function ofMany(name: string, texts: Texts, categories: readonly string[]): ReturnType<FindPlural> {
  const [, key, number] = NUMBERED.exec(name) ?? []
  if (key === undefined || Number(number) >= categories.length || texts.has(key)) return undefined
  const isWhole =
    formNames(key, categories).every((form) => texts.has(form)) && !texts.has(`${key}_${categories.length}`)
  return isWhole ? named(key, categories) : undefined
}

function named(key: string, categories: readonly string[]) {
  const names = formNames(key, categories)
  return {
    key,
    type: 'cardinal' as const,
    forms: new Map(categories.map((category, at) => [category, names[at] ?? ''])),
  }
}
