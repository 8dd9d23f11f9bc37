import { RangeSet, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'

/** A part of the text that something was found in. */
export interface Underline {
  start: number
  end: number
  severity: 'error' | 'warning'
}

export const setUnderlines = StateEffect.define<readonly Underline[]>()

const LINES = {
  error: Decoration.mark({ class: 'cm-error' }),
  warning: Decoration.mark({ class: 'cm-warning' }),
}

/** They move along with the text until the next look at it. */
export const underlines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, transaction) {
    let now = before.map(transaction.changes)
    for (const effect of transaction.effects) {
      if (!effect.is(setUnderlines)) continue
      const { length } = transaction.state.doc
      const fitting = effect.value.filter(({ start, end }) => start < end && end <= length)
      now = RangeSet.of(
        fitting.map(({ start, end, severity }) => LINES[severity].range(start, end)),
        true,
      )
    }
    return now
  },
  provide: (field) => EditorView.decorations.from(field),
})
