import type { Entry } from '../entry.ts'
import type { WriteOptions } from '../format.ts'
import { CATEGORIES, formsOf, type PluralForms } from '../plural-message.ts'
import { nameOfKey } from '../stored-key.ts'
import { commentLines } from '../xml/comments.ts'
import { escapeAttribute } from '../xml/escape-xml.ts'
import type { Spelling } from './decode-text.ts'
import { encodeText } from './encode-text.ts'

/** What is kept of a text that only Android can say. */
export interface OwnData extends Spelling {
  /** A member of a list. */
  array?: boolean
  formatted?: string
}

export function ownDataOf({ formatData }: Entry): OwnData {
  const own = formatData?.['android']
  return typeof own === 'object' && own !== null ? own : {}
}

/** How a file is laid out and what it may say. */
export interface Style {
  /** One step to the right. */
  indent: string
  /** Of names that it declares. */
  prefixes: ReadonlySet<string>
  remark: WriteOptions['remark']
}

const NAME = /^[\p{XID_Start}_][\p{XID_Continue}.-]*$/u

/** The name of a resource for a key; undefined, with a remark, where Android has none. */
export function resourceName({ key, formatData }: Entry, { remark }: Style): string | undefined {
  const name = nameOfKey(key, formatData, 'android')
  if (NAME.test(name)) return name
  const message = 'Names of Android have letters, digits, "_", "." and "-" only, and begin with a letter or "_".'
  remark?.({ severity: 'warning', code: 'key_not_representable', key, message: `Left out: ${message}` })
  return undefined
}

/** The lines of a text or of a plural. */
export function resourceLines(entry: Entry, name: string, style: Style): string[] {
  const lines = commentLines(entry.description)
  if (entry.isPlural) return [...lines, ...pluralLines(entry, name, style)]
  const { formatted } = ownDataOf(entry)
  const attribute = formatted === undefined ? '' : ` formatted="${escapeAttribute(formatted)}"`
  const text = encodeText(entry.value, ownDataOf(entry), style.prefixes)
  return [...lines, `<string name="${name}"${attribute}>${text}</string>`]
}

function pluralLines(entry: Entry, name: string, style: Style): string[] {
  const items = [...writtenForms(entry, style.remark)].map(
    ([category, form]) => style.indent + itemLine(category, encodeText(form, ownDataOf(entry), style.prefixes)),
  )
  return [`<plurals name="${name}">`, ...items, '</plurals>']
}

export const itemLine = (quantity: string | undefined, content: string) =>
  quantity === undefined ? `<item>${content}</item>` : `<item quantity="${quantity}">${content}</item>`

/** The forms of a plural key, in their order. What is no plural at all is the form for every number. */
export function writtenForms(entry: Entry, remark: WriteOptions['remark']): Map<string, string> {
  const { key, value } = entry
  const forms = formsOf(entry)
  if (!forms) {
    const message = 'This is no plural message: it is the text for every number.'
    if (value !== '') remark?.({ severity: 'warning', code: 'value_not_convertible', key, message })
    return new Map([['other', value]])
  }
  if (forms.type === 'ordinal') {
    const message = 'Android has no ordinal numbers: the forms are those of a count.'
    remark?.({ severity: 'warning', code: 'value_not_convertible', key, message })
  }
  const exact = [...forms.branches.keys()].filter((branch) => branch.startsWith('='))
  if (exact.length > 0) {
    const message = `Left out, because Android has no form for these numbers: ${exact.join(', ')}.`
    remark?.({ severity: 'warning', code: 'branch_dropped', key, message })
  }
  return new Map(categoriesOf(forms))
}

function* categoriesOf({ branches }: PluralForms): Generator<[string, string], void, void> {
  for (const category of CATEGORIES) {
    const form = branches.get(category)
    if (form !== undefined) yield [category, form]
  }
}

export const lastOf = (members: ReadonlyMap<number, Entry>) =>
  [...members.keys()].reduce((last, place) => Math.max(last, place), 0)

/** The lines of a list; a member that is missing is empty, so that the others keep their numbers. */
export function arrayLines(name: string, members: ReadonlyMap<number, Entry>, style: Style): string[] {
  const descriptions = new Set([...members.values()].map(({ description }) => description))
  const last = lastOf(members)
  const isShared = descriptions.size === 1
  const lines = isShared ? commentLines([...descriptions][0]) : []
  lines.push(`<string-array name="${name}">`)
  for (let place = 0; place <= last; place++) {
    const entry = members.get(place)
    const comment = isShared ? [] : commentLines(entry?.description)
    const text = entry ? encodeText(entry.value, ownDataOf(entry), style.prefixes) : ''
    lines.push(...[...comment, itemLine(undefined, text)].map((line) => style.indent + line))
  }
  return [...lines, '</string-array>']
}
