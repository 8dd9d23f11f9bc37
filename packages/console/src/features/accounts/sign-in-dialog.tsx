import { useQuery } from '@tanstack/react-query'
import { useRef, useSyncExternalStore } from 'react'
import { sessionQuery } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { isAsking, signedInAgain, subscribeToAsking } from './ask-to-sign-in.ts'
import { SignInForm } from './sign-in-form.tsx'

export { askToSignIn } from './ask-to-sign-in.ts'

/** Opens above the page when a sign-in has ended during work. The page stays as it is, and goes on afterwards. */
export function SignInDialog() {
  const { t } = useText()
  const isOpen = useSyncExternalStore(subscribeToAsking, isAsking)
  const { data: session } = useQuery({ ...sessionQuery, enabled: false })
  const user = useRef(session?.user)
  if (session) user.current = session.user
  return (
    <Dialog title={t('signIn.title')} isOpen={isOpen} onClose={() => {}}>
      <p>{t('signIn.ended')}</p>
      <SignInForm
        email={user.current?.email ?? ''}
        onDone={({ user: { id } }) => {
          // What is on the screen belongs to somebody else.
          if (user.current && user.current.id !== id) location.reload()
          else signedInAgain()
        }}
      />
    </Dialog>
  )
}
