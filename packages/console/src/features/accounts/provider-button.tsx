import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { instanceQuery } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { withOtherTexts } from '../../text/loaded.ts'
import type { TextId } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import styles from './front.module.css'
import { keepInvitation } from './kept-invitation.ts'

/** What is said when it comes to nothing is loaded when it does. */
const refusals = () => withOtherTexts(() => import('./provider-refusal.ts'))

interface ProviderButtonProps {
  label: Extract<TextId, 'signIn.with' | 'invite.with'>
  /** Where to be afterwards, or the invitation to accept. */
  going: { returnTo?: string; inviteToken?: string }
  isMain?: boolean
}

/** Leads to the identity provider, where there is one; it leads back to the screen of arrival. */
export function ProviderButton({ label, going, isMain }: ProviderButtonProps) {
  const { t } = useText()
  const { data: instance } = useQuery(instanceQuery)
  const [refusal, setRefusal] = useState<TextId>()
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () => api.beginProviderSignIn({ body: going }),
    onMutate: () => setRefusal(undefined),
    onSuccess: ({ url }) => {
      keepInvitation(going.inviteToken)
      location.assign(url)
    },
    onError: async (error) => setRefusal((await refusals()).providerRefusal(error)),
  })
  const name = instance?.signIn.provider?.name
  if (name === undefined) return null
  // The page is left in a moment.
  const isGoing = isPending || isSuccess
  return (
    <>
      <Button
        kind={isMain ? 'primary' : 'plain'}
        className={styles.provider}
        aria-disabled={isGoing}
        onClick={() => !isGoing && mutate()}
      >
        {t(label, { name })}
      </Button>
      {refusal !== undefined && (
        <p role="alert" className={styles.refusal}>
          {t(refusal, { name })}
        </p>
      )}
    </>
  )
}

/** Between the way by the provider and the one by a password. */
export function Or() {
  const { t } = useText()
  return <p className={styles.or}>{t('signIn.or')}</p>
}
