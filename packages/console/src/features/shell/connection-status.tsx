import { useConnection } from '../../api/connection.ts'
import { useText } from '../../text/context.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from './shell.module.css'

/** Whether changes of others arrive, and whether one's own do. */
export function ConnectionStatus() {
  const { t } = useText()
  const { state, waiting } = useConnection()
  const text = state === 'offline' && waiting > 0 ? t('shell.offlineWaiting', { count: waiting }) : t(`shell.${state}`)
  return (
    <div role="status" aria-label={t('shell.connection')} className={styles.connection} data-state={state}>
      <span aria-hidden className={classNames(styles.dot, styles[state])} />
      <span className={styles.word}>{text}</span>
    </div>
  )
}
