import type { LongText } from '../text-pieces.ts'
import { readXml } from '../xml/read-xml.ts'
import { localName } from './local-name.ts'
import { RichText } from './rich-text.ts'

/** The texts that cells name by their number. */
export function* readStrings(xml: LongText): Generator<void, readonly string[], void> {
  const strings: string[] = []
  let open: RichText | undefined
  const add = (piece: string) => open?.add(piece)
  yield* readXml(xml, {
    open({ name }) {
      const local = localName(name)
      if (local === 'si') open = new RichText()
      else open?.open(local)
    },
    text: add,
    cdata: add,
    close(name) {
      const local = localName(name)
      if (local !== 'si') open?.close(local)
      else {
        strings.push(open?.text ?? '')
        open = undefined
      }
    },
  })
  return strings
}
