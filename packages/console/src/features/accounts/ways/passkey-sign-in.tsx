import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../../api/client.ts'
import { useText } from '../../../text/context.tsx'
import { withOtherTexts } from '../../../text/loaded.ts'
import type { TextId } from '../../../text/text.ts'
import { Button } from '../../../ui/button.tsx'
import { enter } from '../enter.ts'
import styles from '../front.module.css'
import { passkeyHindrance } from './passkey-hindrance.ts'

const passkeys = () => import('./ask-passkeys.ts')
type Credential = Awaited<ReturnType<Awaited<ReturnType<typeof passkeys>>['askForPasskey']>>

/** What is said when it comes to nothing is loaded when it does. */
const refusals = () => withOtherTexts(() => import('./passkey-refusal.ts'))

/** Signing in with a passkey, by a button or from the list that the browser shows at the email. */
export function PasskeySignIn({ onDone }: { onDone: (isSame: boolean) => void }) {
  const { t } = useText()
  const [refusal, setRefusal] = useState<TextId>()
  const { mutate, isPending } = useMutation({
    mutationFn: async (chosen: Credential | undefined) =>
      api.loginWithPasskey({ body: { credential: chosen ?? (await (await passkeys()).askForPasskey()) } }),
    onMutate: () => setRefusal(undefined),
    onSuccess: (session) => onDone(enter(session)),
    onError: async (error) => setRefusal((await refusals()).passkeyRefusal(error)),
  })
  useOffer((credential) => mutate(credential))
  if (passkeyHindrance() !== undefined) return null
  return (
    <>
      <Button aria-disabled={isPending} onClick={() => !isPending && mutate(undefined)}>
        {t('passkeys.signIn')}
      </Button>
      {refusal !== undefined && (
        <p role="alert" className={styles.refusal}>
          {t(refusal)}
        </p>
      )}
    </>
  )
}

/** As long as the form is there. */
function useOffer(onChosen: (credential: Credential) => void): void {
  const choose = useRef(onChosen)
  choose.current = onChosen
  useEffect(() => {
    if (passkeyHindrance() !== undefined) return undefined
    const offered = passkeys().then(({ offerPasskeys }) => offerPasskeys((credential) => choose.current(credential)))
    return () => void offered.then((callOff) => callOff())
  }, [])
}
