import type { Edit } from '../edits.ts'
import type { Entry } from '../entry.ts'
import { attributeEdit } from '../xml/attributes.ts'
import { contentEdit, contentOf } from '../xml/element.ts'
import { escapeAttribute } from '../xml/escape-xml.ts'
import { isXmlContent } from '../xml/fragment.ts'
import { indentOf } from '../xml/layout.ts'
import { encodeCdata, encodeText, type TextStyle } from './encode-text.ts'
import { entryOf } from './read.ts'
import { isMonolingual, STATE_OF } from './unit-text.ts'
import type { Segment, XliffUnit } from './units.ts'

/** What becomes of the units that a file has. */
export class UnitEdits {
  readonly #text: string
  readonly #style: TextStyle
  readonly #locale: string

  constructor(text: string, style: TextStyle, locale: string) {
    this.#text = text
    this.#style = style
    this.#locale = locale
  }

  /** Of a unit, for what the project has. They come in their order. */
  of(unit: XliffUnit, entry: Entry): Edit[] {
    const { dialect, remark } = this.#style
    const found = entryOf(this.#text, unit, dialect, this.#locale)
    const isNew = found.value !== entry.value
    const status = found.status !== entry.status && found.status !== undefined ? entry.status : undefined
    if (!isNew) return status ? this.#statusEdits(unit, status) : []
    const isXml = this.#isXml(entry, found)
    const [segment] = unit.segments
    if (!segment || segment.element.tag.isSelfClosing) {
      const message = 'Its unit has no source, so that there is no place for a text.'
      remark?.({ severity: 'warning', code: 'unsupported_entry', key: entry.key, message })
      return []
    }
    if (unit.segments.length > 1) return [this.#joined(unit, entry, isXml)]
    return [...(status ? this.#statusEdits(unit, status) : []), ...this.#textEdits(unit, segment, entry, isXml, status)]
  }

  /** Where the unit is read as XML, so is what is written into it: the syntax of a key may be older than the unit. */
  #isXml({ value, syntax }: Entry, found: Entry): boolean {
    return syntax === 'xliff' || (found.syntax === 'xliff' && isXmlContent(value, this.#style.prefixes))
  }

  #isSource({ file }: XliffUnit, { target }: Segment): boolean {
    return !target && isMonolingual(file, this.#locale)
  }

  #textEdits(
    unit: XliffUnit,
    segment: Segment,
    { key, value }: Entry,
    isXml: boolean,
    status: Entry['status'],
  ): Edit[] {
    const element = this.#isSource(unit, segment) ? segment.source : segment.target
    if (!element) return [this.#newTarget(segment, encodeText(value, isXml, key, this.#style), status)]
    const isCdata = contentOf(this.#text, element).startsWith('<![CDATA[')
    const encode = isCdata && !isXml ? encodeCdata(value, key, this.#style) : encodeText(value, isXml, key, this.#style)
    return [contentEdit(this.#text, element, encode)]
  }

  #newTarget({ source, behindSource }: Segment, content: string, status: Entry['status']): Edit {
    const { dialect, lineEnd } = this.#style
    const indent = source && indentOf(this.#text, source.tag.from)
    const state = status && dialect === '1.2' ? ` state="${STATE_OF[dialect][status]}"` : ''
    const target = `<target${state}>${content}</target>`
    return { from: behindSource, to: behindSource, text: indent === undefined ? target : lineEnd + indent + target }
  }

  #statusEdits({ element, segments }: XliffUnit, status: NonNullable<Entry['status']>): Edit[] {
    const { dialect } = this.#style
    const state = STATE_OF[dialect][status]
    if (dialect === '2.0')
      return segments.flatMap(({ element: { tag }, isIgnorable }) =>
        isIgnorable || tag.attributes['state'] === state ? [] : [attributeEdit(this.#text, tag, 'state', state)],
      )
    const approved = element.tag.attributes['approved']
    const [segment] = segments
    return [
      ...(status === 'translated' && approved !== 'yes'
        ? [attributeEdit(this.#text, element.tag, 'approved', 'yes')]
        : []),
      ...(status !== 'translated' && approved === 'yes'
        ? [attributeEdit(this.#text, element.tag, 'approved', 'no')]
        : []),
      ...(segment?.target ? [attributeEdit(this.#text, segment.target.tag, 'state', state)] : []),
    ]
  }

  /** One segment in place of several: what is new cannot be told apart. */
  #joined(unit: XliffUnit, entry: Entry, isXml: boolean): Edit {
    const { key, value, status } = entry
    const { lineEnd, remark } = this.#style
    const message = 'The segments of this unit became one, because its text has changed.'
    remark?.({ severity: 'warning', code: 'segments_joined', key, message })
    const text = this.#text
    const { segments, file } = unit
    const first = segments.find(({ isIgnorable }) => !isIgnorable) ?? segments[0]
    const outer = indentOf(text, segments[0]?.element.tag.from ?? 0)
    const inner = first?.source && indentOf(text, first.source.tag.from)
    const source = segments.map((segment) => (segment.source ? contentOf(text, segment.source) : '')).join('')
    const content = encodeText(value, isXml, key, this.#style)
    const parts = isMonolingual(file, this.#locale)
      ? [`<source>${content}</source>`]
      : [`<source>${source}</source>`, `<target>${content}</target>`]
    const id = first?.element.tag.attributes['id']
    const state = status ? ` state="${STATE_OF['2.0'][status]}"` : ''
    const open = `<segment${id === undefined ? '' : ` id="${escapeAttribute(id)}"`}${state}>`
    const lines =
      inner === undefined
        ? parts.join('')
        : `${parts.map((part) => lineEnd + inner + part).join('')}${lineEnd}${outer ?? ''}`
    return {
      from: segments[0]?.element.tag.from ?? 0,
      to: segments.at(-1)?.element.to ?? 0,
      text: `${open}${lines}</segment>`,
    }
  }
}
