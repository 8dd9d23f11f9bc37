import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { lastSession } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { isAsking, subscribeToAsking } from './ask-to-sign-in.ts'
import { SignInForm } from './sign-in-form.tsx'

const Dialog = lazy(() => import('../../ui/dialog.tsx').then((m) => ({ default: m.Dialog })))

/** Opens above the page when a sign-in has ended during work. The page stays as it is, and goes on afterwards. */
export function SignInDialog() {
  const { t } = useText()
  const { pathname } = useLocation()
  const isOpen = useSyncExternalStore(subscribeToAsking, isAsking) && pathname !== '/sign-in'
  if (!isOpen) return null
  return (
    <Suspense>
      <Dialog title={t('signIn.title')} isOpen onClose={() => {}}>
        <p>{t('signIn.ended')}</p>
        <SignInForm email={lastSession()?.user.email ?? ''} onDone={(isSame) => !isSame && location.reload()} />
      </Dialog>
    </Suspense>
  )
}
