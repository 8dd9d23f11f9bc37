import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { type FieldNames, ValueField } from './value-field.ts'
import styles from './value-textbox.module.css'

interface ValueTextboxProps extends FieldNames {
  text: string
  onChange: (text: string) => void
  isFocused?: boolean
  ref?: Ref<ValueField>
}

/** The textbox of a value. */
export function ValueTextbox({ text, onChange, isFocused, ref, ...names }: ValueTextboxProps) {
  const place = useRef<HTMLDivElement>(null)
  const field = useRef<ValueField>(null)
  const latest = useRef({ text, onChange, isFocused, names })
  latest.current = { text, onChange, isFocused, names }

  useLayoutEffect(() => {
    const { text: first, names: called, isFocused: takesFocus } = latest.current
    const made = new ValueField({
      parent: place.current as HTMLElement,
      text: first,
      onChange: (changed) => latest.current.onChange(changed),
      ...called,
    })
    field.current = made
    if (takesFocus) made.focus()
    return () => {
      field.current = null
      made.destroy()
    }
  }, [])

  useImperativeHandle(ref, () => field.current as ValueField, [])
  useEffect(() => field.current?.take(text), [text])
  const { label, locale, direction, describedBy, isInvalid } = names
  useEffect(
    () => field.current?.rename({ label, locale, direction, describedBy, isInvalid: isInvalid ?? false }),
    [label, locale, direction, describedBy, isInvalid],
  )
  return <div ref={place} className={styles.field} />
}
