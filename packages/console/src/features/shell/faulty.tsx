import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { situationOf } from '../../api/errors.ts'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import { ScreenHeading } from '../../ui/screen-heading.tsx'
import { askToSignIn } from '../accounts/index.ts'
import styles from './shell.module.css'

interface FaultyProps {
  error: unknown
  reset: () => void
}

/** In place of a screen that could not be shown. */
export function Faulty({ error, reset }: FaultyProps) {
  const { t } = useText()
  const router = useRouter()
  const { reset: resetQueries } = useQueryErrorResetBoundary()
  const situation = situationOf(error)
  const again = useCallback(async () => {
    resetQueries()
    await router.invalidate()
    reset()
  }, [router, reset, resetQueries])
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

/** Where there is no shell around it. */
export const FaultyPage = (props: FaultyProps) => (
  <main>
    <Faulty {...props} />
  </main>
)
