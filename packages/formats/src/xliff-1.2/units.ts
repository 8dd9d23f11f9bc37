import type { Span } from '../entry.ts'
import { UnreadableFile } from '../remark.ts'
import { elementAt, type XmlElement } from '../xml/element.ts'
import { readXml, type XmlTag } from '../xml/read-xml.ts'

/** Which of the two kinds of XLIFF a file is. */
export type Dialect = '1.2' | '2.0'

/** A source and its target. In 1.2 it is the unit itself; in 2.0 a unit has several, and text between them. */
export interface Segment {
  element: XmlElement
  isIgnorable: boolean
  source?: XmlElement
  target?: XmlElement
  /** Where a target belongs. */
  behindSource: number
}

export interface XliffUnit {
  element: XmlElement
  name: string
  id: string
  file: XliffFile
  isTranslatable: boolean
  segments: Segment[]
  notes: Span[]
}

/** A part of a file with languages of its own. */
export interface XliffFile {
  tag: XmlTag
  source?: string
  target?: string
  hasTargets: boolean
  /** What units stand in. */
  container?: XmlElement
}

export interface Xliff {
  dialect: Dialect
  root: XmlTag
  files: XliffFile[]
  units: XliffUnit[]
}

/** The units of a file and where their texts stand, found in steps. */
export function* scanXliff(text: string): Generator<void, Xliff, void> {
  const scan = new Scan()
  yield* readXml(text, scan)
  return scan.found()
}

/** More than fit into a description. */
const MOST_NOTES = 5_000

const UNIT: Readonly<Record<Dialect, string>> = { '1.2': 'trans-unit', '2.0': 'unit' }
const CONTAINER: Readonly<Record<Dialect, string>> = { '1.2': 'body', '2.0': 'file' }

class Scan {
  #root: XmlTag | undefined
  #dialect: Dialect = '1.2'
  readonly #files: XliffFile[] = []
  readonly #units: XliffUnit[] = []
  #container: XmlTag | undefined
  #unit: XliffUnit | undefined
  #segment: Segment | undefined
  #isInNotes = false
  /** A source, target or note that is open. What is inside is its content. */
  #part: XmlTag | undefined
  /** The outermost element that is not to be translated. */
  #untranslated: number | undefined

  found(): Xliff {
    if (!this.#root) throw new UnreadableFile('syntax_error', 'There is no element "xliff"')
    return { dialect: this.#dialect, root: this.#root, files: this.#files, units: this.#units }
  }

  open(tag: XmlTag): void {
    if (this.#part) return
    if (this.#unit) this.#openInUnit(this.#unit, tag)
    else if (tag.depth === 1) this.#begin(tag)
    else this.#openOutside(tag)
  }

  close(name: string, from: number, to: number, depth: number): void {
    if (this.#part) {
      if (this.#part.depth === depth) this.#endPart(elementAt(this.#part, from, to))
    } else if (this.#unit) this.#closeInUnit(this.#unit, name, from, to, depth)
    else if (this.#container?.depth === depth) {
      const file = this.#files.at(-1)
      if (file) file.container = elementAt(this.#container, from, to)
      this.#container = undefined
    }
    if (this.#untranslated === depth) this.#untranslated = undefined
  }

  #begin(tag: XmlTag): void {
    const { name, attributes } = tag
    if (name !== 'xliff') throw new UnreadableFile('syntax_error', `The root element is "${name}", not "xliff"`)
    this.#root = tag
    this.#dialect = attributes['version']?.startsWith('2') ? '2.0' : '1.2'
  }

  #openOutside(tag: XmlTag): void {
    const { name, attributes, depth } = tag
    if (attributes['translate'] === 'no') this.#untranslated ??= depth
    if (name === 'file' && depth === 2) this.#files.push(this.#fileOf(tag))
    if (name === CONTAINER[this.#dialect]) this.#container ??= tag
    if (name === UNIT[this.#dialect]) this.#openUnit(tag)
  }

  #fileOf(tag: XmlTag): XliffFile {
    const is2 = this.#dialect === '2.0'
    const attributes = is2 ? this.#root?.attributes : tag.attributes
    const source = attributes?.[is2 ? 'srcLang' : 'source-language']
    const target = attributes?.[is2 ? 'trgLang' : 'target-language']
    return { tag, hasTargets: false, ...(source ? { source } : {}), ...(target ? { target } : {}) }
  }

  #openUnit(tag: XmlTag): void {
    const file = this.#files.at(-1)
    if (!file) return
    const { attributes } = tag
    const id = attributes['id'] ?? ''
    const isTranslatable = this.#untranslated === undefined || attributes['translate'] === 'yes'
    this.#unit = {
      element: elementAt(tag, tag.to, tag.to),
      id,
      name: attributes[this.#dialect === '2.0' ? 'name' : 'resname'] || id,
      file,
      isTranslatable,
      segments: [],
      notes: [],
    }
    if (this.#dialect === '1.2') this.#openSegment(tag)
  }

  #openSegment(tag: XmlTag): void {
    const element = elementAt(tag, tag.to, tag.to)
    this.#segment = { element, isIgnorable: tag.name === 'ignorable', behindSource: tag.to }
  }

  #openInUnit(unit: XliffUnit, tag: XmlTag): void {
    const { name } = tag
    const depth = tag.depth - unit.element.tag.depth
    const is2 = this.#dialect === '2.0'
    if (is2 && depth === 1) {
      if (name === 'segment' || name === 'ignorable') this.#openSegment(tag)
      this.#isInNotes = name === 'notes'
    } else if (depth === (is2 ? 2 : 1) && this.#isPart(name)) this.#part = tag
  }

  #isPart(name: string): boolean {
    if (name === 'note') return this.#isInNotes || this.#dialect === '1.2'
    if (name === 'source' || name === 'target') return this.#segment !== undefined
    return name === 'seg-source'
  }

  #endPart(element: XmlElement): void {
    const { name } = element.tag
    this.#part = undefined
    if (name === 'note' && this.#unit && this.#unit.notes.length < MOST_NOTES) this.#unit.notes.push(element.content)
    const segment = this.#segment
    if (!segment) return
    if (name === 'source') segment.source = element
    else if (name === 'target') segment.target = element
    if (name === 'source' || name === 'seg-source') segment.behindSource = element.to
    const file = this.#unit?.file
    if (file && name === 'target') file.hasTargets = true
  }

  #closeInUnit(unit: XliffUnit, name: string, from: number, to: number, depth: number): void {
    const isUnit = depth === unit.element.tag.depth
    if (this.#segment?.element.tag.depth === depth) {
      unit.segments.push({ ...this.#segment, element: elementAt(this.#segment.element.tag, from, to) })
      this.#segment = undefined
    }
    if (name === 'notes') this.#isInNotes = false
    if (!isUnit) return
    this.#units.push({ ...unit, element: elementAt(unit.element.tag, from, to) })
    this.#unit = undefined
    this.#isInNotes = false
  }
}
