import { Facet, type Range, RangeSet, StateField, type Text } from '@codemirror/state'
import { Decoration, type DecorationSet, Direction, EditorView } from '@codemirror/view'
import { type Mark, marksIn, type Notation } from '../placeholders.ts'

/** How placeholders are written in the field. */
export const notation = Facet.define<Notation, Notation>({
  combine: ([first]) => first ?? { syntax: null },
})

const chipOf = (kind: Mark['kind']) =>
  Decoration.mark({
    class: `cm-chip cm-${kind}`,
    // Read from left to right in whatever language, and no word that could be misspelled.
    attributes: { dir: 'ltr', spellcheck: 'false', translate: 'no' },
    bidiIsolate: Direction.LTR,
  })
const CHIPS = { placeholder: chipOf('placeholder'), tag: chipOf('tag') }

// Neighbours of one kind would be drawn as one; two kinds in turn give each space its own dot.
const SPACES = ['cm-space', 'cm-space cm-odd'].map((name) => Decoration.mark({ class: name }))
const NO_BREAK = Decoration.mark({ class: 'cm-space cm-no-break' })
const INVISIBLE = Decoration.mark({ class: 'cm-invisible' })

/** At the ends of the text, and where there are two: what nobody sees and programs show. */
const EDGE_OR_DOUBLE = /^[^\S\n]+|[^\S\n]{2,}|[^\S\n]+$/g
/** Joiners are left alone: emoji are made of them. */
const UNSEEN =
  /[\u00a0\u202f\u2007]|[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffd]|(?![\n\t])\p{Cc}/gu
/** Whoever has more has another problem than to see each of them. */
const MOST_SPACES = 1_000

interface Marked {
  chips: DecorationSet
  unseen: DecorationSet
}

/** What is marked in the text of a field. */
export const marked = StateField.define<Marked>({
  create: (state) => markedIn(state.doc, state.facet(notation)),
  update(before, transaction) {
    const { state, startState } = transaction
    const isSame = !transaction.docChanged && state.facet(notation) === startState.facet(notation)
    return isSame ? before : markedIn(state.doc, state.facet(notation))
  },
  provide: (field) => [
    EditorView.decorations.from(field, ({ unseen }) => unseen),
    EditorView.decorations.from(field, ({ chips }) => chips),
    EditorView.bidiIsolatedRanges.from(field, ({ chips }) => chips),
    EditorView.atomicRanges.of((view) => view.state.field(field).chips),
  ],
})

function markedIn(doc: Text, written: Notation): Marked {
  const text = doc.toString()
  const chips = marksIn(text, written).map(({ kind, start, end }) => CHIPS[kind].range(start, end))
  return { chips: RangeSet.of(chips), unseen: RangeSet.of(unseenIn(text), true) }
}

function unseenIn(text: string): Range<Decoration>[] {
  const found: Range<Decoration>[] = []
  for (const { 0: run, index } of text.matchAll(EDGE_OR_DOUBLE)) {
    for (let at = 0; at < run.length && found.length < MOST_SPACES; at++) {
      const mark = SPACES[at % 2]
      if (mark && /[ \t]/.test(run[at] ?? '')) found.push(mark.range(index + at, index + at + 1))
    }
  }
  for (const { 0: character, index } of text.matchAll(UNSEEN)) {
    if (found.length >= 2 * MOST_SPACES) break
    const isSpace = /[\u00a0\u202f\u2007]/.test(character)
    found.push((isSpace ? NO_BREAK : INVISIBLE).range(index, index + 1))
  }
  return found
}
