import type { Edit } from '../edits.ts'
import { type CommaStyle, commaEdits, indentOfLine } from '../tree/comma-members.ts'
import { membersOf } from '../tree/new-branch.ts'
import type { BranchChange } from '../tree/plan-patch.ts'
import { type FlowStyle, printFlowMember, type YamlStyle } from './print.ts'

const REST_OF_LINE = /(?:[ \t]+(?:#[^\n\r]*)?)?/y

/** The edits of a map or a list in brackets; of one without, which then gets some. */
export function flowEdits(text: string, change: BranchChange, style: YamlStyle, isPair: boolean): Edit[] {
  const { branch, added } = change
  const flow: FlowStyle = {
    ...style,
    space: ' ',
    // Looked for only where it is needed: a line may be all of a large file.
    get indent() {
      return indentOfLine(text, branch.from) + style.unit + style.unit
    },
  }
  if (branch.members.length === 0) {
    const members = membersOf(added, false).members.map(([name, node]) =>
      [...printFlowMember(branch.isList ? undefined : name, node, flow)].join(''),
    )
    return [{ from: branch.from + 1, to: branch.from + 1, text: members.join(', ') }]
  }
  const edits = commaEdits(text, change, commaStyle(flow, style))
  if (!isPair || added.members.size === 0) return edits
  const { from, to } = branch
  return [{ from, to: from, text: '{' }, ...edits, { from: to, to, text: '}' }]
}

const commaStyle = (flow: FlowStyle, style: YamlStyle): CommaStyle => ({
  restOfLine: REST_OF_LINE,
  lineEnd: style.lineEnd,
  unit: style.unit,
  nothing: '~',
  print: (name, node, indent, isOnOneLine) =>
    [...printFlowMember(name, node, isOnOneLine ? flow : { ...style, space: ' ', indent }, isOnOneLine)].join(''),
})
