import { pluralCategories, pluralRules } from '@parlance/checks'
import { CATEGORIES } from '../plural-message.ts'
import { type PluralExpression, pluralExpression } from './plural-expression.ts'
import { PLURAL_RULES } from './plural-rules.ts'

/** Which form of a text is shown for which number. */
export interface Formula {
  count: number
  expression: PluralExpression
}

/** Six forms are the most that a language has. */
const MOST_FORMS = 32
/** The numbers by which the forms of a file are told apart. */
const NUMBERS = Array.from({ length: 1000 }, (_, n) => n)
/** These make a difference between languages that count small things alike. */
const LARGE = [1000, 1001, 10_000, 21_000, 40_000, 100_000, 140_000, 1_000_000, 1_000_001, 2_000_000]

const HEADER = /^\s*nplurals\s*=\s*(\d{1,4})\s*;\s*plural\s*=([^;]*)/

/** What the header says under `Plural-Forms`; undefined where it says nothing that can be worked out. */
export function formulaOf(header: string): Formula | undefined {
  const [, forms = '', text = ''] = HEADER.exec(header) ?? []
  const count = Number(forms)
  const expression = pluralExpression(text)
  if (!expression || count < 1 || count > MOST_FORMS) return undefined
  return NUMBERS.every((n) => expression(n) !== undefined) ? { count, expression } : undefined
}

/**
 * The category of each form: that of most of its numbers, where 0 counts last because languages disagree about it. Forms
 * that no number has take what is left over.
 */
export function categoriesOf({ count, expression }: Formula, locale: string): string[] {
  const rules = pluralRules(locale, 'cardinal')
  const counts = Array.from({ length: count }, () => new Map<string, number>())
  for (const n of [...NUMBERS.slice(1), 0]) {
    const form = counts[expression(n) ?? -1]
    const category = rules.select(n)
    form?.set(category, (form.get(category) ?? 0) + 1)
  }
  const found = counts.map(mostFrequent)
  const left = categoriesBeside(found, locale)
  return found.map((category) => category ?? left.shift() ?? 'other')
}

/** Those of a language that are not among some. */
function categoriesBeside(some: readonly (string | undefined)[], locale: string): string[] {
  const known = pluralCategories(locale, 'cardinal')
  return CATEGORIES.filter((category) => known.includes(category) && !some.includes(category))
}

/** How the plurals of a file are counted. */
export interface FileForms {
  /** Of each form that its formula knows. */
  categories: readonly string[]
  /** Of any form: an entry may have more than the formula knows, which no number has. */
  categoryOf(index: number): string
}

export function formsOfFile(formula: Formula | undefined, locale: string): FileForms {
  const categories = formula ? categoriesOf(formula, locale) : formsOfLocale(locale).categories
  const all = [...categories, ...categoriesBeside(categories, locale)]
  return { categories, categoryOf: (index) => all[index] ?? 'other' }
}

/** The first of those that are equally frequent. */
function mostFrequent(counts: ReadonlyMap<string, number>): string | undefined {
  let most: string | undefined
  for (const [category, count] of counts) if (count > (counts.get(most ?? '') ?? 0)) most = category
  return most
}

export interface PluralForms {
  /** Of each form. */
  categories: readonly string[]
  /** As it is written under `Plural-Forms`. */
  header: string
}

/** The forms of a language by CLDR. */
export function formsOfLocale(locale: string): PluralForms {
  const rules = pluralRules(locale, 'cardinal')
  const wanted = [...NUMBERS, ...LARGE].map((n) => [n, rules.select(n)] as const)
  for (const [names, text] of PLURAL_RULES) {
    const categories = names.split(' ')
    const expression = pluralExpression(text)
    if (expression && wanted.every(([n, category]) => categories[expression(n) ?? -1] === category))
      return { categories, header: `nplurals=${categories.length}; plural=(${text});` }
  }
  return { categories: ['one', 'other'], header: 'nplurals=2; plural=(n != 1);' }
}
