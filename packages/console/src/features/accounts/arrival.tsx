import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { ownAddress } from '../../address.ts'
import { api } from '../../api/client.ts'
import { sessionQuery } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { enter } from './enter.ts'
import styles from './front.module.css'
import { Front } from './front.tsx'
import { keepInvitation, keptInvitation } from './kept-invitation.ts'
import { useProviderRefusal } from './provider-refusal.ts'
import { SecondStep } from './ways/late-second-step.tsx'
import { secondStepOf, whereTo } from './ways/second-step-of.ts'

/** Where the identity provider leads back to: what it sent along is good once, and is taken out of the address. */
export function ArrivalScreen() {
  const { t } = useText()
  const router = useRouter()
  const refusalOf = useProviderRefusal()
  const [query] = useState(() => location.search.slice(1))
  const { data: session } = useQuery(sessionQuery)
  const { data: arrival, error } = useQuery({
    queryKey: ['arrival', query],
    queryFn: () => api.completeProviderSignIn({ body: { query } }),
    enabled: query !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: false,
  })
  useEffect(() => {
    if (query !== '') history.replaceState(history.state, '', location.pathname)
  }, [query])
  useEffect(() => {
    if (!arrival) return
    keepInvitation(undefined)
    const { returnTo, ...entered } = arrival
    const address = ownAddress(returnTo)
    if (enter(entered)) router.history.replace(address)
    else location.replace(address)
  }, [arrival, router])
  const step = secondStepOf(error)
  if (step !== undefined) {
    const address = ownAddress(keptInvitation() ?? whereTo(error))
    return (
      <Front heading={t('signIn.title')}>
        <Suspense>
          <SecondStep
            token={step}
            onDone={(isSame) => (isSame ? router.history.replace(address) : location.replace(address))}
            onBack={() => router.history.replace('/sign-in')}
            onOver={() => router.history.replace('/sign-in')}
          />
        </Suspense>
      </Front>
    )
  }
  if (!error && query !== '') return <Front heading={t('arrival.title')}>{null}</Front>
  return (
    <Front heading={t('arrival.failed')}>
      <p role="alert" className={styles.refusal}>
        {error ? refusalOf(error) : t('arrival.over')}
      </p>
      {session ? <Link to="/">{t('notFound.home')}</Link> : <Link to="/sign-in">{t('arrival.back')}</Link>}
    </Front>
  )
}
