import {
  CharCategory,
  EditorSelection,
  type EditorState,
  findClusterBreak,
  type SelectionRange,
} from '@codemirror/state'
import { Direction, type EditorView, type KeyBinding } from '@codemirror/view'
import { marked } from './marks.ts'

/**
 * The caret goes by the order of the text, and over a chip in one step. CodeMirror's own Home stops behind a chip at the
 * beginning of a line from right to left, and its arrows bounce around one within (seen with 6.43.15).
 */
export const caretKeys: readonly KeyBinding[] = [
  bound('ArrowLeft', (view, head) => stepBy(view.state, head, isLeftToRight(view) ? -1 : 1)),
  bound('ArrowRight', (view, head) => stepBy(view.state, head, isLeftToRight(view) ? 1 : -1)),
  bound('Mod-ArrowLeft', (view, head) => wordBy(view.state, head, isLeftToRight(view) ? -1 : 1), 'Alt-ArrowLeft'),
  bound('Mod-ArrowRight', (view, head) => wordBy(view.state, head, isLeftToRight(view) ? 1 : -1), 'Alt-ArrowRight'),
  bound('Home', (view, head, assoc) => lineEdge(view, head, assoc, -1), 'Cmd-ArrowLeft'),
  bound('End', (view, head, assoc) => lineEdge(view, head, assoc, 1), 'Cmd-ArrowRight'),
]

type Move = (view: EditorView, head: number, assoc: number) => number
type Way = 1 | -1

function bound(key: string, move: Move, mac?: string): KeyBinding {
  const isStep = key.startsWith('Arrow')
  return {
    key,
    ...(mac === undefined ? {} : { mac }),
    preventDefault: true,
    run: (view) => go(view, (range) => cursorAfter(view, range, move, isStep)),
    shift: (view) => go(view, ({ anchor, head, assoc }) => EditorSelection.range(anchor, move(view, head, assoc))),
  }
}

/** Without Shift, an arrow leaves a selection at its end on that side. */
function cursorAfter(view: EditorView, range: SelectionRange, move: Move, isStep: boolean): SelectionRange {
  const to = move(view, range.head, range.assoc)
  // Where a line is wrapped, its end and the beginning of the next are one place: which one is meant is kept.
  if (!isStep || range.empty) return EditorSelection.cursor(to, isStep ? 0 : to > range.head ? -1 : 1)
  return EditorSelection.cursor(to > range.head ? range.to : range.from)
}

function go(view: EditorView, change: (range: SelectionRange) => SelectionRange): boolean {
  const selection = EditorSelection.create(view.state.selection.ranges.map(change), view.state.selection.mainIndex)
  view.dispatch({ selection, scrollIntoView: true, userEvent: 'select' })
  return true
}

const isLeftToRight = (view: EditorView) => view.textDirection === Direction.LTR

/** The next place in the text: behind a character as people see it, or behind a chip. */
export function stepBy(state: EditorState, from: number, way: Way): number {
  const line = state.doc.lineAt(from)
  const at = from - line.from
  if (way > 0 && at === line.length) return Math.min(from + 1, state.doc.length)
  if (way < 0 && at === 0) return Math.max(from - 1, 0)
  const next = line.from + findClusterBreak(line.text, at, way > 0)
  const chip = chipAround(state, next)
  return chip ? (way > 0 ? chip.to : chip.from) : next
}

function chipAround(state: EditorState, at: number): { from: number; to: number } | undefined {
  let found: { from: number; to: number } | undefined
  state.field(marked).chips.between(at, at, (from, to) => {
    if (from < at && at < to) found = { from, to }
  })
  return found
}

/** Over spaces, then over a word, a run of signs, or a chip. */
export function wordBy(state: EditorState, from: number, way: Way): number {
  const categorize = state.charCategorizer(from)
  let category: CharCategory | undefined
  for (let at = from; ; ) {
    const next = stepBy(state, at, way)
    if (next === at) return at
    const passed = state.sliceDoc(Math.min(at, next), Math.max(at, next))
    const isChip = passed.length > 1 && chipAround(state, Math.min(at, next) + 1) !== undefined
    if (isChip) return category === undefined ? next : at
    const its = categorize(passed)
    if (category !== undefined && its !== category) return at
    if (its !== CharCategory.Space) category = its
    at = next
  }
}

/** Where the line as it is shown begins or ends; the parts of a wrapped line follow each other in the text. */
function lineEdge(view: EditorView, head: number, assoc: number, way: Way): number {
  const line = view.state.doc.lineAt(head)
  const topOf = (at: number) => view.coordsAtPos(at, way > 0 ? -1 : 1)?.top
  const top = view.coordsAtPos(head, assoc < 0 ? -1 : 1)?.top
  const edge = way > 0 ? line.to : line.from
  const edgeTop = topOf(edge)
  const tolerance = view.defaultLineHeight / 2
  if (top === undefined || edgeTop === undefined || Math.abs(edgeTop - top) < tolerance) return edge
  let [near, far] = [head, edge]
  while (Math.abs(far - near) > 1) {
    const middle = Math.trunc((near + far) / 2)
    const middleTop = topOf(middle)
    if (middleTop !== undefined && Math.abs(middleTop - top) < tolerance) near = middle
    else far = middle
  }
  return near
}
