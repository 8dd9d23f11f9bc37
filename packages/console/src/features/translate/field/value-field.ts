import { history, historyKeymap, isolateHistory } from '@codemirror/commands'
import { Compartment, EditorState, type Extension, Prec, Transaction } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import type { Notation } from '../placeholders.ts'
import { caretKeys } from './caret.ts'
import { candidates, completion, type Offered, takeOffer } from './completion.ts'
import { marked, notation } from './marks.ts'
import { textKeys } from './text-keys.ts'
import { setUnderlines, type Underline, underlines } from './underlines.ts'

/** What a field is called, whose language is written in it, and what its placeholders look like. */
export interface FieldSettings {
  label: string
  locale: string
  direction: 'ltr' | 'rtl'
  notation: Notation
  /** Placeholders that are offered to whoever begins to write one. */
  candidates: readonly string[]
  /** Ids of what is read out with the field. */
  describedBy?: string | undefined
  isInvalid: boolean
  /** The list of offers, while there are some, and the option that is chosen in it. */
  offers?: { list: string; option: string } | undefined
}

interface FieldOptions {
  parent: HTMLElement
  text: string
  settings: FieldSettings
  onChange: (text: string) => void
  onFocus: () => void
  onOffer: (offer: Offered | undefined) => void
}

/** A text that somebody writes: a CodeMirror of its own. */
export class ValueField {
  readonly #view: EditorView
  readonly #settings = new Compartment()

  constructor({ parent, text, settings, onChange, onFocus, onOffer }: FieldOptions) {
    const extensions: Extension = [
      // Values are kept as they are: a carriage return is a character of the text, no end of a line.
      EditorState.lineSeparator.of('\n'),
      EditorView.clipboardInputFilter.of((pasted) => pasted.replaceAll(/\r\n?/g, '\n')),
      EditorView.lineWrapping,
      history(),
      completion(onOffer),
      Prec.high(keymap.of([...caretKeys])),
      keymap.of([...textKeys, ...historyKeymap]),
      marked,
      underlines,
      this.#settings.of(extensionOf(settings)),
      EditorView.domEventHandlers({ focus: onFocus }),
      EditorView.updateListener.of(({ docChanged, transactions }) => {
        if (docChanged && !transactions.every((transaction) => transaction.annotation(Transaction.remote)))
          onChange(this.text())
      }),
    ]
    const state = EditorState.create({ doc: text, selection: { anchor: text.length }, extensions })
    this.#view = new EditorView({ parent, state })
  }

  text(): string {
    return this.#view.state.doc.toString()
  }

  /** As one step that Ctrl+Z takes back. */
  replace(text: string): void {
    const { doc } = this.#view.state
    this.#view.dispatch({
      changes: { from: 0, to: doc.length, insert: text },
      selection: { anchor: text.length },
      annotations: isolateHistory.of('full'),
      userEvent: 'input.replace',
      scrollIntoView: true,
    })
  }

  /** What came from elsewhere: nobody typed it, and nothing has to be kept. The caret stays where it can. */
  take(text: string): void {
    const before = this.text()
    if (text === before) return
    this.#view.dispatch({
      changes: changeBetween(before, text),
      annotations: [Transaction.remote.of(true), Transaction.addToHistory.of(false)],
    })
  }

  insert(text: string): void {
    this.#view.dispatch(this.#view.state.replaceSelection(text), {
      userEvent: 'input',
      scrollIntoView: true,
    })
  }

  takeOffer(index: number): void {
    takeOffer(this.#view, index)
  }

  /** Where an offer would be shown: below what is begun, from the start of the line. */
  placeOf(at: number): { top: number; start: number } | undefined {
    const place = this.#view.coordsAtPos(at)
    const box = this.#view.dom.getBoundingClientRect()
    if (!place) return undefined
    const isRightToLeft = this.#view.contentDOM.dir === 'rtl'
    return { top: place.bottom - box.top, start: isRightToLeft ? box.right - place.left : place.left - box.left }
  }

  underline(parts: readonly Underline[]): void {
    this.#view.dispatch({ effects: setUnderlines.of(parts) })
  }

  configure(settings: FieldSettings): void {
    this.#view.dispatch({ effects: this.#settings.reconfigure(extensionOf(settings)) })
  }

  focus(): void {
    this.#view.focus()
  }

  destroy(): void {
    this.#view.destroy()
  }
}

/** The smallest one: what stays is not touched, so that the caret keeps its place in it. */
function changeBetween(before: string, after: string): { from: number; to: number; insert: string } {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) }
}

function extensionOf(settings: FieldSettings): Extension {
  const { label, locale, direction, describedBy, isInvalid, offers } = settings
  return [
    notation.of(settings.notation),
    candidates.of(settings.candidates),
    EditorView.contentAttributes.of({
      'aria-label': label,
      lang: locale,
      dir: direction,
      spellcheck: 'true',
      autocorrect: 'on',
      autocapitalize: 'sentences',
      ...(describedBy ? { 'aria-describedby': describedBy } : {}),
      ...(isInvalid ? { 'aria-invalid': 'true' } : {}),
      ...(settings.candidates.length > 0 ? { 'aria-autocomplete': 'list' } : {}),
      ...(offers ? { 'aria-controls': offers.list, 'aria-activedescendant': offers.option } : {}),
    }),
  ]
}
