import { type ReactNode, useId, useRef } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './dialog.module.css'
import { Modal } from './modal.tsx'

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
  const id = useId()
  if (!isOpen) return null
  return (
    <Modal
      aria-labelledby={id}
      backdropClass={styles.backdrop}
      className={classNames(styles.popup, isWide && styles.wide)}
      onClose={onClose}
    >
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <div className={styles.body}>{children}</div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </Modal>
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
  const id = useId()
  const safe = useRef<HTMLButtonElement>(null)
  if (!isOpen) return null
  return (
    <Modal
      role="alertdialog"
      aria-labelledby={id}
      backdropClass={styles.backdrop}
      className={styles.popup}
      onClose={onClose}
      initialFocus={safe}
      isQuestion
    >
      <h2 id={id} className={styles.title}>
        {question}
      </h2>
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
    </Modal>
  )
}
