import { lazy, type Ref, Suspense, useId, useMemo, useRef } from 'react'
import { useText } from '../../text/context.tsx'
import { directionOf } from '../../text/languages.ts'
import { formOf, openErrors } from './checks.ts'
import { ValueTextbox } from './field/value-textbox.tsx'
import { candidatesOf, marksIn, type Notation } from './placeholders.ts'
import {
  examplesOf,
  type FormField as FormName,
  formFields,
  formSpans,
  type NumberRange,
  type Plural,
  sourceForm,
  withForm,
} from './plural.ts'
import type { PluralDraft } from './plural-draft.ts'
import styles from './plural-fields.module.css'
import { underlinesOf } from './underlines.ts'
import { type FormFields, usePluralHandle } from './use-plural-handle.ts'
import type { WrittenValue, WrittenValueProps } from './written-value.ts'

// It fills messages in, as programs do; the fields do not wait for what that takes.
const TryNumber = lazy(async () => ({ default: (await import('./try-number.tsx')).TryNumber }))

interface PluralFieldsProps extends WrittenValueProps {
  plural: Plural
  draft: PluralDraft
  ref: Ref<WrittenValue>
}

/** A plural, with a field for each form that the language has. */
export function PluralFields({ ref, plural, draft, ...props }: PluralFieldsProps) {
  const { t, languageName } = useText()
  const { row, locale, text, saved, sourcePlural, onChange } = props
  const { argument, type } = plural
  const names = formFields(plural, sourcePlural, locale.code)
  const first = firstToWrite(names, plural)
  const fields = useRef<FormFields>({ byName: new Map(), current: first })
  const notation = useMemo((): Notation => ({ syntax: row.syntax, pluralArgument: argument }), [row.syntax, argument])
  const onKeyDown = usePluralHandle(ref, fields, { draft, notation, sourcePlural, text, onChange })
  const spans = useMemo(() => formSpans(text), [text])
  const examples = examplesOf(locale.code, type)
  return (
    <fieldset
      className={styles.group}
      aria-label={t('openRow.value', { language: languageName(locale) })}
      onKeyDownCapture={onKeyDown}
    >
      {names.map((form) => (
        <FormField
          key={form.name}
          form={form}
          value={{ ...props, isFocused: props.isFocused && form.name === first }}
          fields={fields.current}
          text={plural.forms.get(form.name) ?? ''}
          notation={notation}
          examples={examples.get(form.name)}
          span={spans.get(form.name)}
          onWrite={(written) => onChange(draft.write(withForm(draft.plural ?? plural, form.name, written), saved))}
        />
      ))}
      {/* Its room is there before it is: buttons below must not move away under a pointer that presses them. */}
      <Suspense fallback={<div className={styles.room} />}>
        <TryNumber plural={plural} text={text} locale={locale.code} />
      </Suspense>
    </fieldset>
  )
}

/** The first that the language needs and nobody has written yet. */
function firstToWrite(names: readonly FormName[], { forms }: Plural): string {
  const needed = names.filter(({ isNeeded }) => isNeeded)
  return (needed.find(({ name }) => !forms.get(name)) ?? needed[0])?.name ?? 'other'
}

interface FormFieldProps {
  form: FormName
  value: WrittenValueProps
  fields: FormFields
  text: string
  notation: Notation
  examples: readonly NumberRange[] | undefined
  /** Where the form stands in the message. */
  span: { start: number; end: number } | undefined
  onWrite: (text: string) => void
}

function FormField({
  form: { name, isNeeded },
  value,
  fields,
  text,
  notation,
  examples,
  span,
  onWrite,
}: FormFieldProps) {
  const { t, languageName } = useText()
  const id = useId()
  const { locale, sourcePlural, issues, isInvalid } = value
  const source = sourcePlural ? sourceForm(sourcePlural, name) : ''
  const candidates = useMemo(() => candidatesOf(marksIn(source, notation), notation), [source, notation])
  const errors = openErrors(issues)
  const underlined = useMemo(() => (span ? underlinesOf(issues, span) : []), [issues, span])
  return (
    <div className={styles.form}>
      <div className={styles.name}>
        <span>{name}</span>
        <span id={id} className={styles.examples}>
          <Examples ranges={examples} isNeeded={isNeeded} />
        </span>
      </div>
      <ValueTextbox
        ref={(field) => {
          if (field) fields.byName.set(name, field)
          return () => {
            fields.byName.delete(name)
          }
        }}
        label={t('openRow.valueForm', { language: languageName(locale), form: name })}
        locale={locale.code}
        direction={directionOf(locale.code)}
        notation={notation}
        candidates={candidates}
        text={text}
        underlined={underlined}
        describedBy={`${id} ${value.describedBy}`}
        isInvalid={isInvalid && (errors.length === 0 || errors.some((issue) => (formOf(issue) ?? name) === name))}
        isFocused={value.isFocused}
        onFocus={() => {
          fields.current = name
        }}
        onChange={onWrite}
      />
    </div>
  )
}

const MOST_RANGES = 3

/** "1, 21, 31, …": which numbers a form is for. */
function Examples({ ranges, isNeeded }: { ranges: readonly NumberRange[] | undefined; isNeeded: boolean }) {
  const { t, number } = useText()
  if (!ranges || !isNeeded) return t('plural.optional')
  const shown = ranges.slice(0, MOST_RANGES).map(({ from, to }) => {
    if (from === to) return number(from)
    return to === from + 1 ? `${number(from)}, ${number(to)}` : `${number(from)}–${number(to)}`
  })
  return [...shown, ...(ranges.length > MOST_RANGES ? ['…'] : [])].join(', ')
}
