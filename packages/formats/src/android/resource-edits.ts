import type { Edit } from '../edits.ts'
import type { Entry } from '../entry.ts'
import { pluralForms } from '../plural-message.ts'
import { storedKey } from '../stored-key.ts'
import { lineEndOf } from '../text-file.ts'
import { contentEdit, contentOf } from '../xml/element.ts'
import { behindElement, indented, indentOf, removal } from '../xml/layout.ts'
import { itemLine, ownDataOf, resourceLines, type Style, writtenForms } from './blocks.ts'
import { decodeText, type Spelling } from './decode-text.ts'
import { encodeText } from './encode-text.ts'
import { entriesOf, formsIn } from './read.ts'
import { beginningOf, type Item, type Resource, type TextElement } from './resources.ts'

interface Project {
  entries: ReadonlyMap<string, Entry>
  /** Of each list of the file, the last place that has a text. */
  lastMembers: ReadonlyMap<string, number>
}

/** What becomes of the resources that a file has. */
export class ResourceEdits {
  readonly #text: string
  readonly #project: Project
  readonly #style: Style
  readonly #lineEnd: string

  constructor(text: string, project: Project, style: Style) {
    this.#text = text
    this.#project = project
    this.#style = style
    this.#lineEnd = lineEndOf(text)
  }

  isGone({ kind, name, isTranslatable }: Resource): boolean {
    const { entries, lastMembers } = this.#project
    if (!isTranslatable) return false
    return kind === 'string-array' ? !lastMembers.has(name) : !entries.has(storedKey(name))
  }

  removal(resource: TextElement): Edit {
    return removal(this.#text, beginningOf(resource), behindElement(this.#text, resource.to))
  }

  /** With `prune`, members of lists that the project does not have leave as well. */
  of(resource: Resource, prune: boolean): Edit[] {
    if (!resource.isTranslatable) return []
    if (resource.kind === 'string-array') return this.#ofArray(resource, prune)
    const entry = this.#project.entries.get(storedKey(resource.name))
    const [found] = entriesOf(this.#text, resource)
    if (!entry || found?.entry.value === entry.value) return []
    const isPlural = entry.isPlural || (resource.kind === 'plurals' && pluralForms(entry.value) !== undefined)
    if (isPlural !== (resource.kind === 'plurals')) return [this.#ofOtherKind(resource, { ...entry, isPlural })]
    return isPlural
      ? this.#ofPlural(resource, entry)
      : [this.#content(resource, entry.value, this.#spelling(resource, entry))]
  }

  /** As the text was spelled before, or else as texts of this key are. */
  #spelling(element: TextElement, entry: Entry): Spelling {
    const xml = contentOf(this.#text, element)
    const { spelling } = decodeText(xml)
    return Object.keys(spelling).length > 0 || xml.includes('<') ? spelling : ownDataOf(entry)
  }

  #content(element: TextElement, value: string, spelling: Spelling): Edit {
    return contentEdit(this.#text, element, encodeText(value, spelling, this.#style.prefixes))
  }

  /** The comment before it stays. */
  #ofOtherKind({ tag, to, name }: Resource, { description: _, ...entry }: Entry): Edit {
    const lines = resourceLines(entry, name, this.#style)
    return { from: tag.from, to, text: indented(lines, indentOf(this.#text, tag.from), this.#lineEnd) }
  }

  #ofPlural(resource: Resource, entry: Entry): Edit[] {
    const { branches, spelling } = formsIn(this.#text, resource)
    const forms = writtenForms(entry, this.#style.remark)
    // The form for all other numbers was said by the last one that there is.
    if (!branches.has('other') && forms.get('other') === [...branches.values()].at(-1)) forms.delete('other')
    const own = Object.keys(spelling).length > 0 ? spelling : ownDataOf(entry)
    const items = new Map(resource.items.map((item) => [item.quantity ?? '', item]))
    const isSame = items.size === forms.size && [...forms.keys()].every((category) => items.has(category))
    if (!isSame) return [this.#rewritten(resource, forms, branches, own)]
    return [...items].flatMap(([quantity, item]) => {
      const form = forms.get(quantity) ?? ''
      return form === branches.get(quantity) ? [] : [this.#content(item, form, own)]
    })
  }

  /** A plural with other forms than before. Those that it keeps stay as they are written. */
  #rewritten(
    resource: Resource,
    forms: ReadonlyMap<string, string>,
    before: ReadonlyMap<string, string>,
    spelling: Spelling,
  ): Edit {
    const items = new Map(resource.items.map((item) => [item.quantity ?? '', item]))
    const written = Array.from(forms, ([category, form]) => {
      const item = items.get(category)
      if (item && before.get(category) === form) return this.#text.slice(beginningOf(item), item.to)
      return itemLine(category, encodeText(form, spelling, this.#style.prefixes))
    })
    return this.#members(resource, written)
  }

  /** New content for a plural or a list. */
  #members(resource: Resource, written: readonly string[]): Edit {
    const { tag, items } = resource
    const outer = indentOf(this.#text, tag.from)
    const inner = items[0] ? indentOf(this.#text, beginningOf(items[0])) : outer && outer + this.#style.indent
    const text =
      inner === undefined
        ? written.join('')
        : `${written.map((line) => this.#lineEnd + inner + line).join('')}${this.#lineEnd}${outer ?? ''}`
    return contentEdit(this.#text, resource, text)
  }

  #ofArray(resource: Resource, prune: boolean): Edit[] {
    const { name, items } = resource
    const last = this.#project.lastMembers.get(name) ?? -1
    const edits = items.flatMap((item, place) => this.#ofMember(item, `${name}.${place}`, prune, place > last))
    if (last < items.length) return edits
    const added = Array.from({ length: last + 1 - items.length }, (_, more) => {
      const entry = this.#project.entries.get(storedKey(`${name}.${items.length + more}`))
      return itemLine(undefined, entry ? encodeText(entry.value, ownDataOf(entry), this.#style.prefixes) : '')
    })
    const neighbour = items.at(-1)
    if (!neighbour) return [this.#members(resource, added)]
    const indent = indentOf(this.#text, beginningOf(neighbour))
    const at = behindElement(this.#text, neighbour.to)
    const text = added.map((line) => (indent === undefined ? line : this.#lineEnd + indent + line)).join('')
    return [...edits, { from: at, to: at, text }]
  }

  /** In the middle of a list an empty member stands for one that is gone, so that the others keep their numbers. */
  #ofMember(item: Item, key: string, prune: boolean, isBehindLast: boolean): Edit[] {
    const entry = this.#project.entries.get(storedKey(key))
    const { value } = decodeText(contentOf(this.#text, item))
    if (entry) return entry.value === value ? [] : [this.#content(item, entry.value, this.#spelling(item, entry))]
    if (!prune) return []
    return isBehindLast ? [this.removal(item)] : value === '' ? [] : [this.#content(item, '', {})]
  }
}
