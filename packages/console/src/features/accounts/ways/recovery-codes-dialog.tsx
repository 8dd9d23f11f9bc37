import { useSession } from '../../../api/session.ts'
import { useText } from '../../../text/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import styles from './ways.module.css'

/** Shows recovery codes for the only time. Only "Done" closes it: a slip of the hand must not. */
export function RecoveryCodesDialog({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { t } = useText()
  const { user } = useSession()
  const text = [t('factor.codesOf', { email: user.email, host: location.host }), '', ...codes, ''].join('\n')
  return (
    <Dialog
      title={t('factor.codes')}
      isOpen
      onClose={() => {}}
      actions={
        <Button kind="primary" onClick={onDone}>
          {t('factor.kept')}
        </Button>
      }
    >
      <p>{t('factor.codesLead')}</p>
      <p>{t('factor.codesOf', { email: user.email, host: location.host })}</p>
      <ul dir="ltr" data-sheet className={styles.codes} aria-label={t('factor.codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.row}>
        <CopyButton text={text} />
        <Button onClick={() => saveText('parlance-recovery-codes.txt', text)}>{t('factor.download')}</Button>
        <Button onClick={() => print()}>{t('factor.print')}</Button>
      </div>
    </Dialog>
  )
}

function saveText(name: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
