import { type Edit, edited } from '../edits.ts'
import type { Entry } from '../entry.ts'
import type { PluralForms } from '../plural-message.ts'
import { contentEdit, contentOf, type XmlElement } from '../xml/element.ts'
import { cdataSection, escapeXml, isXmlText } from '../xml/escape-xml.ts'
import { indentOf } from '../xml/layout.ts'
import { appleDataOf } from './apple-data.ts'
import { type CountedPart, countedParts, isCounted } from './counted-text.ts'
import { type Counting, type Dictionary, dictionaryOf, writtenForms } from './dictionary.ts'
import { entryOf } from './entries.ts'
import { formatText } from './format-text.ts'
import { countingLines, type Style, textLines } from './lines.ts'
import { beginningOf, type Member } from './property-list.ts'

/** What becomes of the members that a list has. */
export class MemberEdits {
  readonly #text: string
  readonly #style: Style
  readonly #lineEnd: string

  constructor(text: string, style: Style, lineEnd: string) {
    this.#text = text
    this.#style = style
    this.#lineEnd = lineEnd
  }

  of(member: Member, entry: Entry): Edit[] {
    const { entry: found } = entryOf(this.#text, member, this.#style.locale)
    if (!found || found.value === entry.value) return []
    if (!isXmlText(entry.value)) return this.#unsayable(entry)
    const dictionary = member.members && dictionaryOf(this.#text, member)
    const parts = isCounted(entry) ? countedParts(entry) : undefined
    if (dictionary) return this.#ofDictionary(member, dictionary, entry, parts ?? [entry.value])
    // Its forms stand in the file beside this one.
    return parts && !isCounted(found) ? [] : [this.#ofText(member.value, entry.value)]
  }

  #unsayable({ key }: Entry): Edit[] {
    const message = 'XML cannot hold all characters of this text, so the one that is there stays.'
    this.#style.remark?.({ severity: 'warning', code: 'value_not_convertible', key, message })
    return []
  }

  #ofText(element: XmlElement, value: string): Edit {
    const { tag, to } = element
    if (tag.name !== 'string') return { from: tag.from, to, text: `<string>${escapeXml(value)}</string>` }
    const isSection = /^<!\[CDATA\[.*\]\]>$/s.test(contentOf(this.#text, element))
    return contentEdit(this.#text, element, isSection ? cdataSection(value) : escapeXml(value))
  }

  #ofDictionary(member: Member, dictionary: Dictionary, entry: Entry, parts: readonly CountedPart[]): Edit[] {
    const counted = new Map(parts.flatMap((part) => (typeof part === 'string' ? [] : [[part.argument, part]])))
    const { counting } = dictionary
    const edits = [
      ...this.#ofFormat(dictionary, entry, parts),
      ...[...counting].flatMap(([argument, own]) => {
        const forms = counted.get(argument)
        return forms ? this.#ofCounting(own, entry, forms) : []
      }),
    ].sort((a, b) => a.from - b.from)
    const isSame = counted.size === counting.size && [...counted.keys()].every((argument) => counting.has(argument))
    if (isSame) return edits
    const members = (member.members ?? []).filter(({ name }) => !counting.has(name) || counted.has(name))
    const fresh = [...counted].flatMap(([argument, forms]) =>
      counting.has(argument) ? [] : [countingLines(entry, forms, this.#style)],
    )
    return [this.#rewritten(member, [...members.map((own) => this.#withEdits(own, edits)), ...fresh])]
  }

  #ofFormat({ format }: Dictionary, entry: Entry, parts: readonly CountedPart[]): Edit[] {
    const explicit = new Map(
      format.parts.flatMap((part) => (typeof part === 'string' ? [] : [[part.argument, part.position]])),
    )
    const wanted = parts.map((part) => {
      if (typeof part === 'string') return part
      const { argument } = part
      const position = explicit.get(argument)
      return position === undefined ? { argument } : { argument, position }
    })
    if (JSON.stringify(wanted) === JSON.stringify(format.parts)) return []
    const positions = new Map(Object.entries(appleDataOf(entry).positions ?? {}))
    return [this.#ofText(format.member.value, formatText(wanted, positions))]
  }

  #ofCounting({ member, forms: before }: Counting, entry: Entry, message: PluralForms): Edit[] {
    const forms = writtenForms(entry.key, message, this.#style)
    // The form for all other numbers was said by the last one that there is.
    if (!before.has('other') && forms.get('other') === [...before.values()].at(-1)) forms.delete('other')
    const members = member.members ?? []
    const edits = members.flatMap(({ name, value }) => {
      const form = before.has(name) ? forms.get(name) : undefined
      return form === undefined || form === before.get(name) ? [] : [this.#ofText(value, form)]
    })
    if (before.size === forms.size && [...before.keys()].every((category) => forms.has(category))) return edits
    const others = members.filter(({ name }) => !before.has(name))
    const written = Array.from(forms, ([category, form]) => {
      const own = members.findLast(({ name }) => name === category)
      return own ? this.#withEdits(own, edits) : textLines(category, form)
    })
    return [this.#rewritten(member, [...others.map((own) => this.#withEdits(own, [])), ...written])]
  }

  /** A member as it stands there, with what changes in it. */
  #withEdits(member: Member, edits: readonly Edit[]): string[] {
    const from = beginningOf(member)
    const { to } = member.value
    const inside = edits.filter((edit) => edit.from >= from && edit.to <= to)
    const shifted = inside.map((edit) => ({ ...edit, from: edit.from - from, to: edit.to - from }))
    return [[...edited(this.#text.slice(from, to), shifted)].join('')]
  }

  /** A dictionary with other members, each of some lines. */
  #rewritten({ from, value, members = [] }: Member, written: readonly string[][]): Edit {
    const outer = indentOf(this.#text, from)
    const first = members[0]
    const inner = first ? indentOf(this.#text, beginningOf(first)) : outer && outer + this.#style.indent
    const lines = written.flat()
    if (inner === undefined) return contentEdit(this.#text, value, lines.map((line) => line.trimStart()).join(''))
    return contentEdit(
      this.#text,
      value,
      `${lines.map((line) => this.#lineEnd + inner + line).join('')}${this.#lineEnd}${outer ?? ''}`,
    )
  }
}
