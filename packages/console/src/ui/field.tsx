import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import styles from './field.module.css'

interface Described {
  label: string
  hint?: ReactNode
  /** What is wrong with it, read out with the field. */
  error?: string | undefined
}

/** What ties a field to its label and to what is said about it. */
interface Ties {
  id: string
  className: string | undefined
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

interface FieldProps extends Described {
  className: string | undefined
  children: (ties: Ties) => ReactNode
}

function Field({ label, hint, error, className, children }: FieldProps) {
  const id = useId()
  const described = classNames(hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`)
  return (
    <div className={classNames(styles.field, className)}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        className: styles.input,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-describedby': described || undefined,
      })}
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}

export function TextField({ label, hint, error, className, ...rest }: Described & ComponentProps<'input'>) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(ties) => <input {...ties} {...rest} />}
    </Field>
  )
}

export function TextArea({ label, hint, error, className, ...rest }: Described & ComponentProps<'textarea'>) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(ties) => <textarea {...ties} {...rest} />}
    </Field>
  )
}
