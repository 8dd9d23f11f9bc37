import { type MessagePart, pluralCategories, readMessage } from '@parlance/checks'

type Type = 'plural' | 'selectordinal'

/** A message that is one plural and nothing else. */
export interface Plural {
  argument: string
  type: Type
  offset: number
  /** By category, or by an exact number (`=0`); as they stand between their braces. */
  forms: ReadonlyMap<string, string>
}

/** In the order in which they are written. */
export const FORMS = ['zero', 'one', 'two', 'few', 'many', 'other']
const OFFSET = /^\{[^,{}]*,\s*(?:plural|selectordinal)\s*,\s*offset:\s*([+-]?\d+)/

/** Undefined for whatever is not one plural at the top. */
export function readPlural(text: string): Plural | undefined {
  const [choice, ...others] = (text.startsWith('{') && readMessage(text)) || []
  if (choice?.kind !== 'choice' || choice.type === 'select' || others.length > 0) return undefined
  const offset = Number(OFFSET.exec(text)?.[1] ?? 0)
  // Whoever has an offset that is written in another way finds it in the text.
  if (offset === 0 && /^[^{]*\{[^{]*,[^{]*,[^{]*offset/.test(text)) return undefined
  return {
    argument: choice.name,
    type: choice.type === 'ordinal' ? 'selectordinal' : 'plural',
    offset,
    forms: new Map(choice.branches.map(({ name, parts }) => [name, rawText(text, parts)])),
  }
}

const BEGINS_PLURAL = /^\{[^{}]+,\s*(?:plural|selectordinal)\b/

/** Where there is room for one line: of a plural the form that most numbers have. */
export const shortText = (text: string): string =>
  (BEGINS_PLURAL.test(text) ? readPlural(text)?.forms.get('other') : undefined) ?? text

/** A plural as its forms, without the words around them that only machines need; any other text as it is. */
export function readableText(text: string, between = '\n'): string {
  const plural = BEGINS_PLURAL.test(text) ? readPlural(text) : undefined
  return plural ? [...plural.forms].map(([name, form]) => `${name}: ${form}`).join(between) : text
}

const rawText = (text: string, parts: readonly MessagePart[]) =>
  text.slice(parts[0]?.start ?? 0, parts.at(-1)?.end ?? 0)

/** Where the forms stand in a message; none where it is not one plural. */
export function formSpans(text: string): Map<string, { start: number; end: number }> {
  const spans = new Map<string, { start: number; end: number }>()
  const [choice] = (text.startsWith('{') && readMessage(text)) || []
  if (choice?.kind !== 'choice') return spans
  for (const { name, parts } of choice.branches) {
    const [first, last] = [parts[0], parts.at(-1)]
    if (first && last) spans.set(name, { start: first.start, end: last.end })
  }
  return spans
}

/** As one message; empty where no form has a text. */
export function writePlural({ argument, type, offset, forms }: Plural): string {
  if ([...forms.values()].every((text) => text === '')) return ''
  const names = [...new Set([...forms.keys(), 'other'])].sort(byOrder)
  const branches = names.map((name) => `${name} {${forms.get(name) ?? ''}}`)
  return `{${argument}, ${type},${offset === 0 ? '' : ` offset:${offset}`} ${branches.join(' ')}}`
}

/** An emptied form is gone, so that its numbers are told by `other`. */
export function withForm(plural: Plural, name: string, text: string): Plural {
  const forms = new Map(plural.forms)
  if (text === '') forms.delete(name)
  else forms.set(name, text)
  return { ...plural, forms }
}

export function isSamePlural(one: Plural, other: Plural): boolean {
  return (
    one.argument === other.argument &&
    one.type === other.type &&
    one.offset === other.offset &&
    one.forms.size === other.forms.size &&
    [...one.forms].every(([name, text]) => other.forms.get(name) === text)
  )
}

/** Whether a text can be a form: what opens in it ends in it. */
export function isForm(text: string): boolean {
  const read = readPlural(`{n, plural, other {${text}}}`)
  return read?.forms.size === 1 && read.forms.get('other') === text
}

/** A plural without a text yet, made like that of the source. */
export const emptyPlural = (source: Plural | undefined): Plural => ({
  argument: source?.argument ?? 'count',
  type: source?.type ?? 'plural',
  offset: source?.offset ?? 0,
  forms: new Map(),
})

export interface FormField {
  /** `one`, `=0`. */
  name: string
  /** Whether the language counts so. */
  isNeeded: boolean
}

/** A field for each category of the language, for exact numbers of the source, and for whatever else the value has. */
export function formFields(plural: Plural, source: Plural | undefined, locale: string): FormField[] {
  const needed = new Set(pluralCategories(locale, plural.type === 'plural' ? 'cardinal' : 'ordinal'))
  const exact = [...(source?.forms.keys() ?? [])].filter((name) => name.startsWith('='))
  const names = new Set([...needed, ...exact, ...plural.forms.keys()])
  return [...names].sort(byOrder).map((name) => ({ name, isNeeded: needed.has(name) }))
}

function byOrder(one: string, other: string): number {
  const [isExact, isOtherExact] = [one.startsWith('='), other.startsWith('=')]
  if (isExact && isOtherExact) return Number(one.slice(1)) - Number(other.slice(1))
  if (isExact !== isOtherExact) return isExact ? -1 : 1
  return FORMS.indexOf(one) - FORMS.indexOf(other)
}

/** The form of the source that is read beside a form of another language. */
export const sourceForm = (source: Plural, name: string) => source.forms.get(name) ?? source.forms.get('other') ?? ''

/** Which form a number is told by. */
export function formFor(plural: Plural, number: number, locale: string): string {
  const exact = `=${number}`
  if (plural.forms.has(exact)) return exact
  const category = rulesOf(locale, plural.type).select(number - plural.offset)
  return plural.forms.has(category) ? category : 'other'
}

export interface NumberRange {
  from: number
  to: number
}

const LARGEST = 999
/** For categories that no whole number up to 999 takes. */
const RARE = [1.5, 0.5, 10_000, 1_000_000]
const known = new Map<string, ReadonlyMap<string, readonly NumberRange[]>>()

/** Numbers of each category, as ranges. */
export function examplesOf(locale: string, type: Type): ReadonlyMap<string, readonly NumberRange[]> {
  const name = `${type} ${locale}`
  let found = known.get(name)
  if (!found) {
    found = findExamples(rulesOf(locale, type))
    known.set(name, found)
  }
  return found
}

function findExamples(rules: Intl.PluralRules): Map<string, NumberRange[]> {
  const ranges = new Map<string, NumberRange[]>()
  for (let number = 0; number <= LARGEST; number++) {
    const category = rules.select(number)
    const list = ranges.get(category) ?? []
    const last = list.at(-1)
    if (last?.to === number - 1) last.to = number
    else list.push({ from: number, to: number })
    ranges.set(category, list)
  }
  for (const number of RARE) {
    const category = rules.select(number)
    if (!ranges.has(category)) ranges.set(category, [{ from: number, to: number }])
  }
  return ranges
}

function rulesOf(locale: string, type: Type): Intl.PluralRules {
  const options = { type: type === 'plural' ? 'cardinal' : 'ordinal' } as const
  try {
    const [supported = 'en'] = Intl.PluralRules.supportedLocalesOf([locale])
    return new Intl.PluralRules(supported, options)
  } catch {
    return new Intl.PluralRules('en', options)
  }
}
