import type { ReactNode } from 'react'
import { useText } from '../text/context.tsx'
import { Button } from './button.tsx'
import styles from './copy.module.css'
import { CopyButton, Secret } from './copy.tsx'
import { Dialog } from './dialog.tsx'

interface SecretDialogProps {
  /** "Secret" without one. */
  title?: string
  secret: string
  /** What it is for, and where it goes. */
  children: ReactNode
  onDone: () => void
}

/** Shows a secret for the only time. Only "Done" closes it: a slip of the hand must not. */
export function SecretDialog({ title, secret, children, onDone }: SecretDialogProps) {
  const { t } = useText()
  return (
    <Dialog
      title={title ?? t('ui.secret')}
      isOpen
      onClose={() => {}}
      actions={
        <Button kind="primary" onClick={onDone}>
          {t('ui.done')}
        </Button>
      }
    >
      <p>{children}</p>
      <Secret>{secret}</Secret>
      <div className={styles.row}>
        <CopyButton text={secret} />
        <span>{t('ui.secretOnce')}</span>
      </div>
    </Dialog>
  )
}
