import type { WriteOptions, Writer } from '../format.ts'
import type { Lines } from '../lines.ts'
import { lineEndOf } from '../text-file.ts'
import { type CommaStyle, indentBefore } from '../tree/comma-members.ts'
import type { Branch, Leaf, Outline } from '../tree/outline.ts'
import { patchMembers } from '../tree/patch-members.ts'
import { printMember } from '../tree/print-branch.ts'
import type { TreeHandler } from '../tree/tree-handler.ts'
import { findObject } from './find-object.ts'
import { literalOf, type Quote } from './js-text.ts'
import { type ModuleStyle, moduleStyle } from './print.ts'
import { readObject } from './read-object.ts'

export const patchModule = (base: Uint8Array, options: WriteOptions): Writer =>
  patchMembers(base, options, { family: 'module', scan, styleOf, commaStyle, spelled })

function* scan(text: string, handler: TreeHandler, lines: Lines): Generator<void, void, void> {
  yield* readObject(text, yield* findObject(text), handler, lines)
}

/** A number or a truth stays one, where the new text is one. */
function spelled(text: string, { type, from }: Leaf, wanted: string, style: ModuleStyle): string {
  const isAsItIs =
    (type === 'number' && /^-?\d+(\.\d+)?$/.test(wanted)) || (type === 'boolean' && /^(true|false)$/.test(wanted))
  const quote = type === 'text' ? (text[from] as Quote) : style.quote
  return isAsItIs ? wanted : literalOf(wanted, quote, style.lineEnd)
}

function styleOf(text: string, { branches, leaves }: Outline, { options }: WriteOptions): ModuleStyle {
  const root = branches[0]
  const first = root?.members[0]
  const texts = leaves.filter(({ type }) => type === 'text').slice(0, 20)
  const double = texts.filter(({ from }) => text[from] === '"').length
  const unit = first && indentBefore(text, first.lead)
  return moduleStyle({
    ...(unit ? { unit } : {}),
    quote: double * 2 > texts.length ? '"' : "'",
    hasLists: options?.['arrays'] === 'lists',
    lineEnd: lineEndOf(text),
    hasLastComma: root?.members.at(-1)?.comma !== undefined || root?.members.length === 0,
  })
}

/** Only of names that need no quotes can be seen whether others like them have some. */
function hasBareNames(text: string, { members }: Branch): boolean {
  const plain = members.filter(({ name }) => /^[A-Za-z_]\w*$/.test(name))
  return plain.length === 0 || plain.some(({ from }) => !/["']/.test(text[from] ?? ''))
}

function commaStyle(style: ModuleStyle, branch: Branch, text: string): CommaStyle {
  const here = moduleStyle(style, hasBareNames(text, branch))
  return {
    restOfLine: /[ \t]*(?:\/\/[^\n\r\u2028\u2029]*|\/\*(?:[^*\n\r]|\*(?!\/))*\*\/[ \t]*)?/y,
    lineEnd: style.lineEnd,
    unit: style.unit,
    nothing: 'null',
    print: (name, node, indent, isOnOneLine) => [...printMember(name, node, here, indent, isOnOneLine)].join(''),
  }
}
