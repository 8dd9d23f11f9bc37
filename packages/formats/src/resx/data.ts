import { UnreadableFile } from '../remark.ts'
import { elementAt, type XmlElement } from '../xml/element.ts'
import { readXml, type XmlTag } from '../xml/read-xml.ts'

/** A resource of a file. */
export interface ResxData {
  element: XmlElement
  name: string
  /** Not so: an image, a size, or what else has a type; or what a designer of forms notes for itself. */
  isText: boolean
  value?: XmlElement
  comment?: XmlElement
}

export interface Resx {
  root: XmlTag
  /** Where the closing tag of the root begins. */
  end: number
  data: ResxData[]
}

/** The resources of a file and where their texts stand, found in steps. */
export function* scanResx(text: string): Generator<void, Resx, void> {
  const scan = new Scan()
  yield* readXml(text, scan)
  return scan.found()
}

/** What designers of forms note about their controls: `>>button1.Name`. */
export const isOfDesigner = (name: string) => name.startsWith('>>')

class Scan {
  #root: XmlTag | undefined
  #end = 0
  readonly #data: ResxData[] = []
  #open: ResxData | undefined
  #part: XmlTag | undefined

  found(): Resx {
    if (!this.#root) throw new UnreadableFile('syntax_error', 'There is no element "root"')
    return { root: this.#root, end: this.#end, data: this.#data }
  }

  open(tag: XmlTag): void {
    const { name, attributes, depth } = tag
    if (depth === 1) this.#begin(tag)
    else if (depth === 2 && name === 'data' && attributes['name'] !== undefined)
      this.#open = {
        element: elementAt(tag, tag.to, tag.to),
        name: attributes['name'],
        isText:
          attributes['type'] === undefined && attributes['mimetype'] === undefined && !isOfDesigner(attributes['name']),
      }
    else if (depth === 3) this.#part = tag
  }

  close(name: string, from: number, to: number, depth: number): void {
    if (depth === 1) this.#end = from
    else if (depth === 3 && this.#part && this.#open && (name === 'value' || name === 'comment'))
      this.#open[name] = elementAt(this.#part, from, to)
    else if (depth === 2 && this.#open) {
      this.#data.push({ ...this.#open, element: elementAt(this.#open.element.tag, from, to) })
      this.#open = undefined
    }
  }

  #begin(tag: XmlTag): void {
    if (tag.name !== 'root') throw new UnreadableFile('syntax_error', `The root element is "${tag.name}", not "root"`)
    this.#root = tag
  }
}
