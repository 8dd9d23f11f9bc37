import { history, historyKeymap, isolateHistory, standardKeymap } from '@codemirror/commands'
import { Compartment, EditorState, type Extension, Transaction } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'

/** What a field is called, and whose language is written in it. */
export interface FieldNames {
  label: string
  locale: string
  direction: 'ltr' | 'rtl'
  /** Ids of what is read out with the field. */
  describedBy?: string | undefined
  isInvalid?: boolean
}

interface FieldOptions extends FieldNames {
  parent: HTMLElement
  text: string
  onChange: (text: string) => void
}

/** A text that somebody writes: a CodeMirror of its own. */
export class ValueField {
  readonly view: EditorView
  readonly #names = new Compartment()

  constructor({ parent, text, onChange, ...names }: FieldOptions) {
    const extensions: Extension = [
      // Values are kept as they are: a carriage return is a character of the text, no end of a line.
      EditorState.lineSeparator.of('\n'),
      EditorView.clipboardInputFilter.of((pasted) => pasted.replaceAll(/\r\n?/g, '\n')),
      EditorView.lineWrapping,
      history(),
      keymap.of([...standardKeymap, ...historyKeymap]),
      this.#names.of(attributesOf(names)),
      EditorView.updateListener.of(({ docChanged, transactions }) => {
        if (docChanged && !transactions.every((transaction) => transaction.annotation(Transaction.remote)))
          onChange(this.text())
      }),
    ]
    this.view = new EditorView({ parent, state: EditorState.create({ doc: text, extensions }) })
  }

  text(): string {
    return this.view.state.doc.toString()
  }

  /** As one step that Ctrl+Z takes back. */
  replace(text: string): void {
    this.view.dispatch({
      changes: { from: 0, to: this.view.state.doc.length, insert: text },
      selection: { anchor: this.view.state.toText(text).length },
      annotations: isolateHistory.of('full'),
      userEvent: 'input.replace',
      scrollIntoView: true,
    })
  }

  /** What came from elsewhere: nobody typed it, and nothing has to be kept. */
  take(text: string): void {
    if (text === this.text()) return
    this.view.dispatch({
      changes: { from: 0, to: this.view.state.doc.length, insert: text },
      annotations: [Transaction.remote.of(true), Transaction.addToHistory.of(false)],
    })
  }

  insert(text: string): void {
    this.view.dispatch(this.view.state.replaceSelection(text), { userEvent: 'input', scrollIntoView: true })
  }

  rename(names: FieldNames): void {
    this.view.dispatch({ effects: this.#names.reconfigure(attributesOf(names)) })
  }

  focus(): void {
    this.view.focus()
  }

  destroy(): void {
    this.view.destroy()
  }
}

function attributesOf({ label, locale, direction, describedBy, isInvalid }: FieldNames): Extension {
  return EditorView.contentAttributes.of({
    'aria-label': label,
    lang: locale,
    dir: direction,
    spellcheck: 'true',
    autocorrect: 'on',
    autocapitalize: 'sentences',
    ...(describedBy ? { 'aria-describedby': describedBy } : {}),
    ...(isInvalid ? { 'aria-invalid': 'true' } : {}),
  })
}
