import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { situationOf } from '../../api/errors.ts'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import { ScreenHeading } from '../../ui/screen-heading.tsx'
import { askToSignIn } from '../accounts/index.ts'
import styles from './shell.module.css'

/** In place of a screen that could not be shown. */
export function Faulty({ error, reset }: { error: unknown; reset: () => void }) {
  const { t } = useText()
  const router = useRouter()
  const situation = situationOf(error)
  const again = useCallback(async () => {
    await router.invalidate()
    reset()
  }, [router, reset])
  useEffect(() => {
    if (situation === 'signedOut') void askToSignIn().then(again)
  }, [situation, again])
  return (
    <div className={styles.message} role="alert">
      <ScreenHeading title={t('faulty.title')}>{t('faulty.title')}</ScreenHeading>
      <p>{t(`situation.${situation}`)}</p>
      <Button onClick={() => void again()}>{t('ui.tryAgain')}</Button>
    </div>
  )
}
