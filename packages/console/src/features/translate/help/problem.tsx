import { situationOf } from '../../../api/errors.ts'
import { useText } from '../../../text/context.tsx'
import { Button } from '../../../ui/button.tsx'
import styles from './help-panel.module.css'

/** Help that did not come: the row itself is not hindered by it. */
export function Problem({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { t } = useText()
  return (
    <div className={styles.problem}>
      <p>{t(`situation.${situationOf(error)}`)}</p>
      {onRetry && (
        <Button kind="quiet" onClick={onRetry}>
          {t('help.tryAgain')}
        </Button>
      )}
    </div>
  )
}
