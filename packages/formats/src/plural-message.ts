import { readMessage } from '@parlance/checks'
import type { Entry } from './entry.ts'

/** The order in which forms are written, whatever the language. */
export const CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other']

export interface PluralForms {
  argument: string
  type: 'cardinal' | 'ordinal'
  /** By category, or by an exact number as `=0`; texts in the syntax of their file. */
  branches: ReadonlyMap<string, string>
}

/**
 * The forms that a file has of a text, as one ICU message: exact numbers first, then the categories in their order.
 * ICU demands a form for all other numbers: where the file has none, the last one stands for it.
 */
export function pluralMessage({ argument, type, branches }: PluralForms, isIcu = false): string {
  const sorted = [...branches].sort(([a], [b]) => rank(a) - rank(b))
  const last = sorted.at(-1)
  if (last && !branches.has('other')) sorted.push(['other', last[1]])
  const written = sorted.map(([branch, text]) => `${branch} {${isIcu ? text : quoted(text)}}`).join(' ')
  return `{${argument}, ${type === 'ordinal' ? 'selectordinal' : 'plural'}, ${written}}`
}

const rank = (branch: string) =>
  branch.startsWith('=') ? Number(branch.slice(1)) - Number.MAX_SAFE_INTEGER : CATEGORIES.indexOf(branch)

/** So that ICU reads a text of another syntax literally. `unquoted` takes exactly this off again. */
export const quoted = (text: string) =>
  text.replaceAll(/[{}#']+/g, (run) => {
    const doubled = run.replaceAll("'", "''")
    return /[{}#]/.test(run) ? `'${doubled}'` : doubled
  })

/** The text of a branch without the apostrophes that are there for ICU alone. */
export function unquoted(branch: string): string {
  if (!branch.includes("'")) return branch
  let text = ''
  let isQuoted = false
  for (let at = 0; at < branch.length; at++) {
    const character = branch[at] ?? ''
    if (character !== "'") text += character
    else if (branch[at + 1] === "'") {
      text += "'"
      at++
    } else if (isQuoted) isQuoted = false
    else if (/[{}#]/.test(branch[at + 1] ?? '')) isQuoted = true
    else text += "'"
  }
  return text
}

/** The forms of an entry as its file writes them; undefined where it is not one plural from end to end. */
export function formsOf({ value, syntax }: Pick<Entry, 'value' | 'syntax'>): PluralForms | undefined {
  const forms = pluralForms(value)
  if (!forms || (syntax ?? 'icu') === 'icu') return forms
  return { ...forms, branches: new Map(Array.from(forms.branches, ([branch, text]) => [branch, unquoted(text)])) }
}

/**
 * The text of an ICU message in a file that was written as it stood, in each form of a plural as well. A file does not say
 * what it counts, nor whether these are ordinals: a message that is known of the key does.
 */
export function asItStands(
  { value, isPlural = false, syntax = null }: Pick<Entry, 'value' | 'isPlural' | 'syntax'>,
  known: string | undefined,
): string {
  const forms = isPlural && (syntax ?? 'icu') !== 'icu' ? formsOf({ value, syntax }) : undefined
  if (!forms) return value
  const like = known === undefined ? undefined : pluralForms(known)
  const other = forms.branches.get('other') ?? ''
  // What has no forms to be written in stands in one of them as a whole.
  if (!like && forms.branches.size === 1 && isPluralMessage(other)) return other
  const { argument, type } = like ?? forms
  const whole = pluralMessage({ argument, type, branches: forms.branches }, true)
  return isPluralMessage(whole) ? whole : value
}

const HEAD = /^\s*\{\s*([^\s{},'#]+)\s*,\s*(plural|selectordinal)\s*,\s*/
const SELECTOR = /\s*(=\d+|[a-z]+)\s*\{/y
const TAIL = /\s*\}\s*$/y

/**
 * The forms of a message that is one plural from end to end, cut from its source as they stand there. Printing a parsed
 * message instead would move exact numbers behind the categories. Undefined for anything else, an `offset` included.
 */
export function pluralForms(message: string): PluralForms | undefined {
  const head = HEAD.exec(message)
  if (!head) return undefined
  const [whole, argument = '', type] = head
  const branches = new Map<string, string>()
  let at = whole.length
  while (true) {
    SELECTOR.lastIndex = at
    const selector = SELECTOR.exec(message)?.[1]
    if (selector === undefined) break
    const end = endOfBranch(message, SELECTOR.lastIndex)
    if (end === undefined || branches.has(selector)) return undefined
    branches.set(selector, message.slice(SELECTOR.lastIndex, end))
    at = end + 1
  }
  TAIL.lastIndex = at
  if (!branches.has('other') || !TAIL.test(message)) return undefined
  return { argument, type: type === 'plural' ? 'cardinal' : 'ordinal', branches }
}

const WITH_OFFSET = /^\s*\{[^{}]*,[^{}]*,\s*offset\s*:/

/** Whether a text is one plural of ICU from end to end; one with an offset is, though no other format could say it. */
export function isPluralMessage(value: string): boolean {
  if (!WITH_OFFSET.test(value)) return pluralForms(value) !== undefined
  const [plural, ...others] = readMessage(value.trim()) ?? []
  return others.length === 0 && plural?.kind === 'choice' && plural.type !== 'select'
}

/** Where the brace is that closes a branch, or an argument, whose content begins at a place. */
export function endOfBranch(message: string, from: number): number | undefined {
  let open = 0
  for (let at = from; at < message.length; at++) {
    const character = message[at]
    if (character === "'") {
      if (message[at + 1] === "'") at++
      else if (/[{}#]/.test(message[at + 1] ?? '')) at = endOfQuoted(message, at + 1)
    } else if (character === '{') open++
    else if (character === '}' && open-- === 0) return at
  }
  return undefined
}

/** Where the apostrophe is that ends what is literal from a place on. */
export function endOfQuoted(message: string, from: number): number {
  for (let at = from; at < message.length; at++) {
    if (message[at] !== "'") continue
    if (message[at + 1] !== "'") return at
    at++
  }
  return message.length
}
