import { type ReactNode, type Ref, useRef, useState } from 'react'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import { emptyPlural, isForm, readPlural, withForm } from './plural.ts'
import { PluralDraft } from './plural-draft.ts'
import { PluralFields } from './plural-fields.tsx'
import { SingleField } from './single-field.tsx'
import styles from './value-fields.module.css'
import type { WrittenValue, WrittenValueProps } from './written-value.ts'

interface ValueFieldsProps extends WrittenValueProps {
  /** Whether the key counts something: its values are written form by form where they can be. */
  isPlural: boolean
  counter: ReactNode
  ref: Ref<WrittenValue>
}

/** What a value is written in: one field, or one for each form of a plural. */
export function ValueFields({ ref, isPlural, counter, ...props }: ValueFieldsProps) {
  const { text, saved, sourcePlural, onChange } = props
  const draft = useRef<PluralDraft>(null)
  draft.current ??= new PluralDraft()
  const [isAsText, setIsAsText] = useState(false)
  const plural = isPlural && !isAsText ? draft.current.formsOf(text, sourcePlural) : undefined
  const toForms = () => {
    setIsAsText(false)
    // What was one text is the form for every number until somebody writes the others.
    const read = draft.current?.formsOf(text, sourcePlural)
    if (!read) onChange(draft.current?.write(withForm(emptyPlural(sourcePlural), 'other', text), saved) ?? text)
  }
  return (
    <div className={styles.fields}>
      {plural ? (
        <PluralFields ref={ref} plural={plural} draft={draft.current} {...props} />
      ) : (
        <SingleField ref={ref} {...props} />
      )}
      <div className={styles.foot}>
        {isPlural && (
          <AsText
            isPressed={plural === undefined}
            canBeForms={plural !== undefined || text === '' || readPlural(text) !== undefined || isForm(text)}
            onPress={() => (plural ? setIsAsText(true) : toForms())}
          />
        )}
        {counter}
      </div>
    </div>
  )
}

interface AsTextProps {
  isPressed: boolean
  canBeForms: boolean
  onPress: () => void
}

function AsText({ isPressed, canBeForms: isPossible, onPress }: AsTextProps) {
  const { t } = useText()
  return (
    <Button kind="quiet" aria-pressed={isPressed} disabled={!isPossible} className={styles.asText} onClick={onPress}>
      {t('plural.asText')}
    </Button>
  )
}
