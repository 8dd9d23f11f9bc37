import type { Edit } from '../edits.ts'
import type { Leaf } from '../tree/outline.ts'
import { indentOf } from './block-members.ts'
import { blockHeader } from './block-scalar.ts'
import type { YamlNotes } from './flow-reader.ts'
import { kindOfPlain } from './plain-kind.ts'
import type { YamlStyle } from './print.ts'
import { canBeBlock, indentedLines, type Quoting, spelled } from './spell.ts'

/** A tag that makes something else of a text. */
const OTHER_TAG = /!!(?:int|float|bool|null)[ \t]+$/
const LONGEST_TAG = 20

/** How another text is said in the place of one, in the same way if it can be. */
export function* valueEdits(
  text: string,
  leaf: Leaf,
  wanted: string,
  style: YamlStyle,
  { withoutColon }: YamlNotes,
  inFlow: boolean,
): Generator<Edit, void, void> {
  const { from, to } = leaf
  const sign = text[from]
  if (from === to) {
    const value = spelled(wanted, style.quoting, inFlow)
    if (!withoutColon.has(from)) yield { from, to, text: ` ${value}` }
    else if (inFlow) yield { from, to, text: `: ${value}` }
    else yield { from, to, text: `${style.lineEnd}${indentOf(text, leaf.member?.from ?? from)}: ${value}` }
  } else if (leaf.origin !== undefined) yield { from, to, text: spelled(wanted, style.quoting, inFlow) }
  else if (sign === '|' || sign === '>') yield* blockEdits(text, leaf, wanted, style)
  else if (sign === '"') yield { from, to, text: spelled(wanted, 'double', inFlow) }
  else if (sign === "'") yield { from, to, text: spelled(wanted, 'single', inFlow) }
  else yield plainEdit(text, leaf, wanted, style, inFlow)
}

function plainEdit(text: string, { from, to, value }: Leaf, wanted: string, style: YamlStyle, inFlow: boolean): Edit {
  const tag = OTHER_TAG.exec(text.slice(Math.max(0, from - LONGEST_TAG), from))?.[0] ?? ''
  const kind = kindOfPlain(value)
  // Nothing is no text, whatever is written for it.
  const quoting: Quoting = kind === 'null' ? style.quoting : 'plain'
  const plain = spelled(wanted, quoting, inFlow, kind === 'null' ? 'text' : kind)
  const isQuoted = quoting === 'plain' && plain !== wanted
  const quotes = style.quoting === 'single' ? 'single' : 'double'
  return { from: from - tag.length, to, text: isQuoted ? spelled(wanted, quotes, inFlow) : plain }
}

/** Of a text in lines of its own. What else stands in the line of its header stays. */
function* blockEdits(text: string, leaf: Leaf, wanted: string, style: YamlStyle): Generator<Edit, void, void> {
  const { from, to } = leaf
  const header = blockHeader(text, from)
  const lineTo = Math.min(to, endOfHeaderLine(text, header.to))
  const bodyFrom = Math.max(lineTo, header.to)
  const breaks = /\n*$/.exec(wanted)?.[0].length ?? 0
  if (!canBeBlock(wanted) || (breaks > 1 && header.chomping !== '+')) {
    yield { from, to: header.to, text: spelled(wanted, 'double', false) }
    if (bodyFrom < to) yield { from: bodyFrom, to, text: '' }
    return
  }
  const isFolded = header.isFolded && !/^\n|\n[ \t]/.test(wanted)
  const chomping = breaks === 0 ? '-' : breaks === 1 ? '' : '+'
  const content = wanted.slice(0, wanted.length - breaks)
  const lines = indentedLines(isFolded ? content.replaceAll(/\n+/g, '$&\n') : content, bodyIndent(text, leaf, style))
  const isCut = to === text.length && breaks > 0
  const behind = style.lineEnd.repeat(Math.max(0, breaks - 1) + (isCut ? 1 : 0))
  yield { from, to: header.to, text: `${isFolded ? '>' : '|'}${chomping}` }
  const at = bodyFrom < to ? bodyFrom : endOfHeaderLine(text, header.to)
  yield { from: at, to: Math.max(at, to), text: style.lineEnd + lines.join(style.lineEnd) + behind }
}

function endOfHeaderLine(text: string, at: number): number {
  const found = /[\r\n]/g
  found.lastIndex = at
  return found.exec(text)?.index ?? text.length
}

function bodyIndent(text: string, { from, to, member }: Leaf, { unit }: YamlStyle): string {
  const { indent, to: behind } = blockHeader(text, from)
  const outer = indentOf(text, member?.from ?? from)
  if (indent !== undefined) return outer + ' '.repeat(indent)
  return /[\r\n]( +)\S/.exec(text.slice(behind, to))?.[1] ?? outer + unit
}
