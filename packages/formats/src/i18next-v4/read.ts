import { pluralCategories } from '@parlance/checks'
import type { Entry } from '../entry.ts'
import type { ReadOptions, ReadPart } from '../format.ts'
import { readJson } from '../json/read.ts'
import { CATEGORIES, pluralMessage } from '../plural-message.ts'

/** As many texts as are joined in a millisecond or two. */
const STEP = 2_000

const SUFFIXED = /^(.+?)_(ordinal_)?(zero|one|two|few|many|other)$/s

type Texts = ReadonlyMap<string, string>

/**
 * Texts as i18next has them. `k_one` and its like are one plural `k` where there is a `k_other` and nothing else is
 * called `k`; any other suffix is part of a name.
 */
export function* readI18next(bytes: Uint8Array, options: ReadOptions): Generator<ReadPart, void, void> {
  const texts = new Map<string, string>()
  for (const { entries, nodes } of readJson(bytes, options)) {
    for (const { key, value } of entries) texts.set(key, value)
    yield { entries: [], nodes }
  }
  let entries: Entry[] = []
  for (const [key, value] of texts) {
    const plural = pluralOf(key, texts)
    if (!plural) entries.push({ key, value, syntax: 'i18next' })
    else if (plural.category === 'other') entries.push(joined(plural, texts, options.locale ?? 'en'))
    if (entries.length < STEP) continue
    yield { entries, nodes: 0 }
    entries = []
  }
  yield { entries, nodes: 0 }
}

interface Plural {
  key: string
  /** What the names of its forms begin with. */
  prefix: string
  type: 'cardinal' | 'ordinal'
  category: string
}

/** The plural that a name is a form of. Where a key is counted in both ways, the ordinals stay as they are. */
function pluralOf(name: string, texts: Texts): Plural | undefined {
  const [, key, ordinal = '', category] = SUFFIXED.exec(name) ?? []
  if (key === undefined || category === undefined || texts.has(key)) return undefined
  const prefix = `${key}_${ordinal}`
  if (!texts.has(`${prefix}other`) || (ordinal !== '' && texts.has(`${key}_other`))) return undefined
  return { key, prefix, type: ordinal === '' ? 'cardinal' : 'ordinal', category }
}

function joined({ key, prefix, type }: Plural, texts: Texts, locale: string): Entry {
  const branches = new Map<string, string>()
  for (const category of CATEGORIES) {
    const text = texts.get(prefix + category)
    if (text !== undefined) branches.set(branchOf(category, type, locale), text)
  }
  return { key, value: pluralMessage({ argument: 'count', type, branches }), isPlural: true, syntax: 'i18next' }
}

/** i18next shows `_zero` for nothing at all, also in languages that have no such category. */
const branchOf = (category: string, type: Plural['type'], locale: string) =>
  category === 'zero' && type === 'cardinal' && !pluralCategories(locale, type).includes('zero') ? '=0' : category
