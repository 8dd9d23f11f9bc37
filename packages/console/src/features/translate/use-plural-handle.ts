import { type KeyboardEvent, type Ref, type RefObject, useImperativeHandle, useRef } from 'react'
import type { ValueField } from './field/value-field.ts'
import { marksIn, missingMarks, type Notation } from './placeholders.ts'
import { type Plural, readPlural, sourceForm } from './plural.ts'
import type { PluralDraft } from './plural-draft.ts'
import { type WrittenValue, wantedMarks } from './written-value.ts'

interface Written {
  draft: PluralDraft
  notation: Notation
  sourcePlural: Plural | undefined
  text: string
  onChange: (text: string) => void
}

/** The fields of a plural by their forms, and the one that was written in last. */
export interface FormFields {
  byName: Map<string, ValueField>
  current: string
}

/**
 * Makes several fields one value to the rest of the row. Each field has a history of its own; a text that replaced all of
 * them is taken back, and put there again, by the keys that are returned.
 */
export function usePluralHandle(ref: Ref<WrittenValue>, fields: RefObject<FormFields>, written: Written) {
  const latest = useRef(written)
  latest.current = written
  const replaced = useRef<{ before: string; after: string }>(null)
  const takenBack = useRef<{ before: string; after: string }>(null)
  useImperativeHandle(ref, (): WrittenValue => {
    const field = (form = fields.current.current) => fields.current.byName.get(form)
    return {
      text: () => latest.current.text,
      forms: () => latest.current.draft.plural?.forms.values() ?? [],
      replace(text) {
        // A text that is no plural can only be meant for the form that somebody is in.
        if (text !== '' && !readPlural(text)) return field()?.replace(text)
        replaced.current = { before: latest.current.text, after: text }
        takenBack.current = null
        latest.current.onChange(text)
      },
      insert(text, form) {
        field(form)?.insert(text)
        if (form !== undefined) field(form)?.focus()
      },
      insertMissing() {
        const { notation, sourcePlural } = latest.current
        const form = fields.current.current
        const source = marksIn(sourcePlural ? sourceForm(sourcePlural, form) : '', notation)
        const there = marksIn(field()?.text() ?? '', notation)
        const [missing] = missingMarks(wantedMarks(source, notation, form), there)
        if (missing) field()?.insert(missing.spelled)
        return missing?.spelled
      },
      focus: () => field()?.focus(),
    }
  }, [fields])
  return (event: KeyboardEvent) => {
    const step = historyStep(event)
    const { text, onChange } = latest.current
    const [undone, redone] = [replaced.current, takenBack.current]
    if (step === 'undo' && undone?.after === text) {
      onChange(undone.before)
      replaced.current = null
      takenBack.current = undone
    } else if (step === 'redo' && redone?.before === text) {
      onChange(redone.after)
      replaced.current = redone
      takenBack.current = null
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
}

/** The keys that browsers have for it. */
function historyStep({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): 'undo' | 'redo' | undefined {
  if (altKey || !(ctrlKey || metaKey)) return undefined
  const letter = key.toLowerCase()
  if (letter === 'z') return shiftKey ? 'redo' : 'undo'
  return letter === 'y' && !shiftKey ? 'redo' : undefined
}
