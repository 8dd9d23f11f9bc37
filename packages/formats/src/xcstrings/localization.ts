import { compareCodePoints } from '../code-points.ts'
import type { Entry } from '../entry.ts'
import type { WriteOptions } from '../format.ts'
import { CATEGORIES, formsOf } from '../plural-message.ts'
import { isMembers, type Members, membersIn } from './apple-data.ts'
import { hasZero, PLAIN } from './units.ts'

/** The texts that a file is to have of an entry: by category, or one under `PLAIN`. What cannot be said is told. */
export function textsFor(entry: Entry, locale: string, remark: WriteOptions['remark']): Map<string, string> {
  const { key, value, isPlural = false } = entry
  if (!isPlural || value === '') return new Map([[PLAIN, value]])
  const forms = formsOf(entry)
  const warn = (code: 'value_not_convertible' | 'branch_dropped', message: string) =>
    remark?.({ severity: 'warning', code, key, message })
  if (!forms) {
    warn('value_not_convertible', 'This is no plural message: it is the text for every number.')
    return new Map([[PLAIN, value]])
  }
  if (forms.type === 'ordinal')
    warn('value_not_convertible', 'String catalogs have no ordinal numbers: the forms are those of a count.')
  const texts = new Map<string, string>()
  const none = hasZero(locale) ? undefined : forms.branches.get('=0')
  for (const category of CATEGORIES) {
    const text = category === 'zero' && none !== undefined ? none : forms.branches.get(category)
    if (text !== undefined) texts.set(category, text)
  }
  const isSaid = (branch: string) =>
    none === undefined ? CATEGORIES.includes(branch) : branch === '=0' || (texts.has(branch) && branch !== 'zero')
  const dropped = [...forms.branches.keys()].filter((branch) => !isSaid(branch))
  if (dropped.length > 0)
    warn('branch_dropped', `Left out, because string catalogs have no form for these numbers: ${dropped.join(', ')}.`)
  return texts
}

/** A localization as it is written: what is kept of it, with its texts in their place. */
export function localizationOf(texts: ReadonlyMap<string, string>, state: string, kept: unknown): Members {
  const own = isMembers(kept) ? kept : {}
  const variations = membersIn(own, 'variations') ?? {}
  const device = membersIn(variations, 'device')
  if (device)
    return varied(own, { ...variations, device: { ...device, other: localizationOf(texts, state, device['other']) } })
  const text = texts.get(PLAIN)
  if (text !== undefined) {
    const { variations: _, ...rest } = own
    return { ...rest, stringUnit: stringUnit(text, state) }
  }
  const forms = membersIn(variations, 'plural')
  const plural = Array.from(texts, ([category, form]) => [
    category,
    localizationOf(new Map([[PLAIN, form]]), state, forms?.[category]),
  ])
  return varied(own, { ...variations, plural: Object.fromEntries(plural) })
}

const varied = ({ stringUnit: _, ...own }: Members, variations: Members): Members => ({ ...own, variations })

export const stringUnit = (value: string, state: string) => ({ state, value })

/** As Xcode orders what it writes, down to the innermost. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isMembers(value)) return value
  const members = Object.entries(value).sort(([a], [b]) => compareCodePoints(a, b))
  return new Map(members.map(([name, member]) => [name, sorted(member)]))
}
