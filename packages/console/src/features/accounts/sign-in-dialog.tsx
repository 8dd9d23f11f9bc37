import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { lastSession } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import { askAgain, askingState, askLater, subscribeToAsking } from './ask-to-sign-in.ts'

const Dialog = lazy(() => import('../../ui/dialog.tsx').then((m) => ({ default: m.Dialog })))

const WaysIn = lazy(() => import('./sign-in-form.tsx').then((m) => ({ default: m.WaysIn })))

const useAsking = () => useSyncExternalStore(subscribeToAsking, askingState)

/** Opens above the page when a sign-in has ended during work. The page stays as it is, and goes on afterwards. */
export function SignInDialog() {
  const { t } = useText()
  const { pathname } = useLocation()
  const isOpen = useAsking() === 'now' && pathname !== '/sign-in'
  if (!isOpen) return null
  return (
    <Suspense>
      <Dialog title={t('signIn.title')} isOpen onClose={askLater}>
        <p>{t('signIn.ended')}</p>
        <WaysIn
          email={lastSession()?.user.email ?? ''}
          returnTo={location.pathname + location.search}
          onDone={(isSame) => !isSame && location.reload()}
        />
      </Dialog>
    </Suspense>
  )
}

/** For those who have closed it: what waits, waits until then. */
export function SignInAgainButton() {
  const { t } = useText()
  if (useAsking() !== 'later') return null
  return (
    <Button kind="primary" onClick={askAgain}>
      {t('signIn.button')}
    </Button>
  )
}
