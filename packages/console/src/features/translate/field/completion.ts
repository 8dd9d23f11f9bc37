import { EditorSelection, type Extension, Facet, Prec, StateEffect, StateField } from '@codemirror/state'
import { EditorView, keymap, type ViewUpdate } from '@codemirror/view'
import { offerFor } from '../placeholders.ts'

/** Placeholders of the source, offered to whoever begins to write one. */
export interface Offered {
  /** Where what is begun begins. */
  from: number
  to: number
  texts: readonly string[]
  active: number
}

export const candidates = Facet.define<readonly string[], readonly string[]>({ combine: ([first]) => first ?? [] })

const choose = StateEffect.define<number>()
const close = StateEffect.define<null>()

export const offered = StateField.define<Offered | undefined>({
  create: () => undefined,
  update(before, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(close)) return undefined
      if (effect.is(choose)) return before && { ...before, active: effect.value }
    }
    if (transaction.docChanged) {
      const isTyped = transaction.isUserEvent('input.type') || transaction.isUserEvent('delete.backward')
      return isTyped ? offerAt(transaction.state) : undefined
    }
    return transaction.selection ? undefined : before
  },
})

function offerAt(state: EditorView['state']): Offered | undefined {
  const { main } = state.selection
  const line = state.doc.lineAt(main.head)
  const offer = main.empty && offerFor(line.text.slice(0, main.head - line.from), state.facet(candidates))
  if (!offer) return undefined
  return { from: main.head - offer.begun.length, to: main.head, texts: offer.texts, active: 0 }
}

/** Takes an offer; undefined: the chosen one. */
export function takeOffer(view: EditorView, index?: number): boolean {
  const offer = view.state.field(offered)
  const text = offer?.texts[index ?? offer.active]
  if (!offer || text === undefined) return false
  view.dispatch({
    changes: { from: offer.from, to: offer.to, insert: text },
    selection: EditorSelection.cursor(offer.from + text.length),
    effects: close.of(null),
    userEvent: 'input.complete',
  })
  return true
}

function move(view: EditorView, by: number): boolean {
  const offer = view.state.field(offered)
  if (!offer) return false
  const active = (offer.active + by + offer.texts.length) % offer.texts.length
  view.dispatch({ effects: choose.of(active) })
  return true
}

/** Tab is none of its keys: it leaves the field always. */
export function completion(onOffer: (offer: Offered | undefined) => void): Extension {
  return [
    offered,
    Prec.highest(
      keymap.of([
        { key: 'ArrowDown', run: (view) => move(view, 1) },
        { key: 'ArrowUp', run: (view) => move(view, -1) },
        { key: 'Enter', run: (view) => takeOffer(view) },
        {
          key: 'Escape',
          // The row stays open.
          stopPropagation: true,
          run: (view) => {
            if (!view.state.field(offered)) return false
            view.dispatch({ effects: close.of(null) })
            return true
          },
        },
      ]),
    ),
    EditorView.domEventHandlers({
      blur: (_event, view) => {
        if (view.state.field(offered)) view.dispatch({ effects: close.of(null) })
      },
    }),
    EditorView.updateListener.of(({ state, startState }: ViewUpdate) => {
      const offer = state.field(offered)
      if (offer !== startState.field(offered)) onOffer(offer)
    }),
  ]
}
