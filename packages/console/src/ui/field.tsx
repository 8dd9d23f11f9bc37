import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import styles from './field.module.css'

interface Described {
  label: string
  hint?: ReactNode
  /** What is wrong with it, read out with the field. */
  error?: string | undefined
}

export function TextField({ label, hint, error, className, ...rest }: Described & ComponentProps<'input'>) {
  const id = useId()
  const described = classNames(hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`)
  return (
    <div className={classNames(styles.field, className)}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className={styles.input}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={described || undefined}
        {...rest}
      />
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

export function TextArea({ label, hint, error, className, ...rest }: Described & ComponentProps<'textarea'>) {
  const id = useId()
  const described = classNames(hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`)
  return (
    <div className={classNames(styles.field, className)}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        className={styles.input}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={described || undefined}
        {...rest}
      />
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
