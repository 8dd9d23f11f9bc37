import type { WriteOptions, Writer } from '../format.ts'
import type { Lines } from '../lines.ts'
import { lineEndOf } from '../text-file.ts'
import { type CommaStyle, indentBefore } from '../tree/comma-members.ts'
import type { Branch, Leaf, Outline } from '../tree/outline.ts'
import { patchMembers } from '../tree/patch-members.ts'
import { printMember } from '../tree/print-branch.ts'
import type { TreeHandler } from '../tree/tree-handler.ts'
import { findArray } from './find-array.ts'
import { literalOf, respelled } from './php-text.ts'
import { type PhpStyle, phpStyle } from './print.ts'
import { readArray } from './read-array.ts'

export const patchPhp = (base: Uint8Array, options: WriteOptions): Writer =>
  patchMembers(base, options, { family: 'php', scan, styleOf, commaStyle, spelled })

function* scan(text: string, handler: TreeHandler, lines: Lines): Generator<void, void, void> {
  yield* readArray(text, yield* findArray(text), handler, lines)
}

/** A number or a truth stays one, where the new text is one. */
function spelled(text: string, { type, from, to }: Leaf, wanted: string, style: PhpStyle): string {
  if (type === 'number' && /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(wanted)) return wanted
  if (type === 'boolean' && /^(?:true|false)$/i.test(wanted)) return wanted
  return type === 'text' ? respelled(text.slice(from, to), wanted) : literalOf(wanted, style.quote)
}

function styleOf(text: string, { branches, leaves }: Outline, { options }: WriteOptions): PhpStyle {
  const root = branches[0]
  const first = root?.members[0]
  const texts = leaves.filter(({ type }) => type === 'text').slice(0, 20)
  const double = texts.filter(({ from }) => text[from] === '"').length
  const unit = first && indentBefore(text, first.lead)
  return phpStyle(
    {
      ...(unit ? { unit } : {}),
      quote: double * 2 > texts.length ? '"' : "'",
      hasLists: options?.['arrays'] === 'lists',
      lineEnd: lineEndOf(text),
      hasLastComma: root?.members.at(-1)?.comma !== undefined || root?.members.length === 0,
    },
    text[root?.from ?? -1] === '(',
  )
}

const commaStyle = (style: PhpStyle, _: Branch, __: string): CommaStyle => ({
  restOfLine: /[ \t]*(?:(?:\/\/|#(?!\[))(?:(?!\?>)[^\n\r])*|\/\*(?:[^*\n\r]|\*(?!\/))*\*\/[ \t]*)?/y,
  lineEnd: style.lineEnd,
  unit: style.unit,
  nothing: 'null',
  print: (name, node, indent, isOnOneLine) => [...printMember(name, node, style, indent, isOnOneLine)].join(''),
})
