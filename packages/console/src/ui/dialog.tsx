import { AlertDialog as BaseAlertDialog } from '@base-ui/react/alert-dialog'
import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './dialog.module.css'

interface DialogProps {
  title: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
  /** At its end: what can be done. */
  actions?: ReactNode
  isWide?: boolean
}

/** Named by its title. Escape and a click beside it close it; focus goes back to where it was. */
export function Dialog({ title, isOpen, onClose, children, actions, isWide }: DialogProps) {
  return (
    <BaseDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={styles.backdrop} />
        <BaseDialog.Popup className={classNames(styles.popup, isWide && styles.wide)}>
          <BaseDialog.Title className={styles.title}>{title}</BaseDialog.Title>
          <div className={styles.body}>{children}</div>
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

interface QuestionProps {
  /** Its name, too. */
  question: string
  children?: ReactNode
  isOpen: boolean
  onClose: () => void
  /** What would be done, as a button. */
  confirm: { label: string; onConfirm: () => void; isDangerous?: boolean; isDisabled?: boolean }
  cancelLabel: string
}

/** A question before something that cannot simply be taken back. The safe answer has focus. */
export function Question({ question, children, isOpen, onClose, confirm, cancelLabel }: QuestionProps) {
  const safe = useRef<HTMLButtonElement>(null)
  return (
    <BaseAlertDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <BaseAlertDialog.Portal>
        <BaseAlertDialog.Backdrop className={styles.backdrop} />
        <BaseAlertDialog.Popup className={styles.popup} initialFocus={safe}>
          <BaseAlertDialog.Title className={styles.title}>{question}</BaseAlertDialog.Title>
          <div className={styles.body}>{children}</div>
          <div className={styles.actions}>
            <Button ref={safe} onClick={onClose}>
              {cancelLabel}
            </Button>
            <Button
              kind={confirm.isDangerous ? 'danger' : 'primary'}
              disabled={confirm.isDisabled ?? false}
              onClick={confirm.onConfirm}
            >
              {confirm.label}
            </Button>
          </div>
        </BaseAlertDialog.Popup>
      </BaseAlertDialog.Portal>
    </BaseAlertDialog.Root>
  )
}
