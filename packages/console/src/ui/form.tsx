import type { UseMutationResult } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { situationOf } from '../api/errors.ts'
import { useText } from '../text/context.tsx'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './form.module.css'

interface FormProps {
  onSubmit: () => void
  /** What is under way, and how it ended. */
  sending: Pick<UseMutationResult<unknown, Error, never>, 'isPending' | 'error'>
  /** What the button says; nothing for those who may only look. */
  submitLabel?: string | undefined
  /** With a table in it. */
  isWide?: boolean
  children: ReactNode
}

/** Fields on a screen that are sent together. */
export function Form({ onSubmit, sending, submitLabel, isWide, children }: FormProps) {
  const { t } = useText()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!sending.isPending) onSubmit()
  }
  return (
    <form className={classNames(styles.form, isWide && styles.wide)} onSubmit={submit}>
      {children}
      {sending.error && (
        <p role="alert" className={styles.refusal}>
          {t(`situation.${situationOf(sending.error)}`)}
        </p>
      )}
      {submitLabel !== undefined && (
        <Button kind="primary" type="submit" aria-disabled={sending.isPending}>
          {submitLabel}
        </Button>
      )}
    </form>
  )
}
