import type { UseMutationResult } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { situationOf } from '../api/errors.ts'
import { useText } from '../text/context.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import styles from './form-dialog.module.css'

interface FormDialogProps {
  title: string
  /** What the button says that sends it. */
  submitLabel: string
  onClose: () => void
  onSubmit: () => void
  /** What is under way, and how it ended. */
  sending: Pick<UseMutationResult<unknown, Error, never>, 'isPending' | 'error'>
  /** What to say about a refusal, where its situation alone says too little. */
  refusal?: string | undefined
  /** What it lacks as it is: said when somebody tries to send it, which then is not sent. */
  missing?: string | undefined
  isWide?: boolean
  children: ReactNode
}

/** A dialog with a form: fields, "Cancel", and a button that sends it once. */
export function FormDialog({
  title,
  submitLabel,
  onClose,
  onSubmit,
  sending,
  refusal,
  missing,
  isWide,
  children,
}: FormDialogProps) {
  const { t } = useText()
  const form = useId()
  const [isTried, setTried] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // A portal hands its events on to whatever it was opened from.
    event.stopPropagation()
    setTried(true)
    if (!sending.isPending && missing === undefined) onSubmit()
  }
  return (
    <Dialog
      title={title}
      isOpen
      isWide={isWide ?? false}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button kind="primary" type="submit" form={form} aria-disabled={sending.isPending}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={submit}>
        {children}
        {isTried && missing !== undefined && (
          <p role="alert" className={styles.refusal}>
            {missing}
          </p>
        )}
        {sending.error && missing === undefined && (
          <p role="alert" className={styles.refusal}>
            {refusal ?? t(`situation.${situationOf(sending.error)}`)}
          </p>
        )}
      </form>
    </Dialog>
  )
}
