import { CopyPlus } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useText } from '../../text/context.tsx'
import { Button, NarrowPicture, WideText } from '../../ui/button.tsx'
import { KeyActions } from './key-actions.tsx'
import styles from './open-row.module.css'

interface RowButtonsProps {
  before: ReactNode
  after: ReactNode
  keyId: number
  /** What the last wish came to, if it was not granted. */
  notice: string | undefined
  /** Why nothing can be saved. */
  reason: 'readOnly' | 'gone' | 'tooLong' | undefined
  hasErrors: boolean
  hasDraft: boolean
  mayApprove: boolean
  onCopySource: (() => void) | undefined
  onDiscard: () => void
  onSave: () => void
  onApprove: () => void
}

/** The foot of an open row: what can be done, and why something cannot. */
export function RowButtons({ keyId, notice, reason, hasErrors, hasDraft, mayApprove, ...on }: RowButtonsProps) {
  const { t } = useText()
  const id = useId()
  const told = reason ? t(`openRow.refused.${reason}`) : notice
  const why = told === undefined ? undefined : `${id}-why`
  return (
    <div className={styles.foot}>
      <p id={`${id}-why`} className={styles.notice}>
        {told}
      </p>
      <div className={styles.actions}>
        {on.onCopySource && (
          <Button kind="quiet" title={t('openRow.copySource')} onClick={on.onCopySource}>
            <NarrowPicture>
              <CopyPlus size={16} aria-hidden />
            </NarrowPicture>
            <WideText>{t('openRow.copySource')}</WideText>
          </Button>
        )}
        {hasDraft && (
          <Button kind="quiet" onClick={on.onDiscard}>
            {t('openRow.discard')}
          </Button>
        )}
        {on.before}
        <Button
          kind={mayApprove ? 'plain' : 'primary'}
          disabled={reason !== undefined}
          aria-describedby={why}
          onClick={on.onSave}
        >
          {t('openRow.save')}
        </Button>
        {mayApprove && (
          <Button
            kind="primary"
            disabled={reason !== undefined || hasErrors}
            title={hasErrors ? t('openRow.refused.errors') : undefined}
            onClick={on.onApprove}
          >
            {t('openRow.approve')}
          </Button>
        )}
        {on.after}
        <KeyActions keyId={keyId} />
      </div>
    </div>
  )
}
