import type { Syntax } from '@parlance/contract/syntaxes'
import { isElement } from '../text/tag.ts'
import type { Unit } from '../text/unit.ts'
import { type Found, NOTHING, type PairCheck } from './check.ts'

const ESCAPE =
  /\\(?:[n"'\\]|u[0-9a-fA-F]{4}|u\{[0-9a-fA-F]{1,6}\})|&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});/g

export const escapes: PairCheck = {
  id: 'escapes',
  kind: 'pair',
  find(unit, source, { context: { syntax } }) {
    if (!/[\\&]/.test(unit.text)) return NOTHING
    const known = new Set(kindsIn(source, syntax))
    const found: Found[] = []
    for (const { 0: sequence, index } of unit.text.matchAll(ESCAPE)) {
      const kind = kindOf(sequence)
      if (known.has(kind)) continue
      // One of each kind: whoever mends it looks for the others.
      known.add(kind)
      const span = unit.inValue({ start: index, end: index + sequence.length })
      const message = `The escape ${sequence} would be shown as it stands; the source has none of its kind.`
      found.push({ message, params: { sequence }, span })
    }
    return found
  },
}

const kinds = new WeakMap<Unit, ReadonlySet<string>>()

/** What a source leaves open to every value of its key. */
function kindsIn(source: Unit, syntax: Syntax): ReadonlySet<string> {
  let known = kinds.get(source)
  if (!known) {
    const found = new Set(Array.from(source.text.matchAll(ESCAPE), ([sequence]) => kindOf(sequence)))
    if (isHtml(source, syntax)) found.add('&')
    known = found
    kinds.set(source, known)
  }
  return known
}

/** In these a tag is what the program makes of it, and the text between is shown as it stands. */
const TAGS_OF_THEIR_OWN: ReadonlySet<Syntax> = new Set(['icu', 'i18next'])

/** What has elements of HTML is read as HTML, in which `&nbsp;` is the character that it names. */
const isHtml = ({ tags }: Unit, syntax: Syntax) => !TAGS_OF_THEIR_OWN.has(syntax) && tags.some(isElement)

const kindOf = (sequence: string) => (sequence.startsWith('&') ? '&' : sequence.slice(0, 2))
