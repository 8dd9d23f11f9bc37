import type { AnswerOf } from '@parlance/sdk'
import { queryOptions, useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { situationOf } from '../../api/errors.ts'
import { queryClient } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Question } from '../../ui/dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import styles from './account.module.css'
import { deviceOf } from './device-name.ts'

type SignIn = AnswerOf<'listSessions'>['sessions'][number]

const devicesQuery = queryOptions({ queryKey: ['devices'], queryFn: () => api.listSessions() })

/** Where somebody is signed in, and how to end it. */
export function DevicesSection() {
  const { t } = useText()
  const [isAsking, setAsking] = useState(false)
  const { data } = useSuspenseQuery(devicesQuery)
  const end = useEndSignIns()
  return (
    <>
      <p className={styles.hint}>{t('devices.lead')}</p>
      <ul className={styles.devices} aria-label={t('account.devices')}>
        {data.sessions.map((signIn) => (
          <Device key={signIn.id} signIn={signIn} onEnd={() => end(signIn.id)} />
        ))}
      </ul>
      {data.sessions.length > 1 && (
        <div>
          <Button onClick={() => setAsking(true)}>{t('devices.endOthers')}</Button>
        </div>
      )}
      <Question
        question={t('devices.endOthersQuestion')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        cancelLabel={t('ui.cancel')}
        confirm={{
          label: t('devices.endOthers'),
          isDangerous: true,
          onConfirm: () => {
            setAsking(false)
            end(undefined)
          },
        }}
      >
        <p>{t('devices.endOthersHint')}</p>
      </Question>
    </>
  )
}

/** One of them, or all but this one. */
function useEndSignIns() {
  const { t } = useText()
  const toast = useToast()
  const { mutate } = useMutation({
    mutationFn: (sessionId: number | undefined) =>
      sessionId === undefined ? api.deleteOtherSessions() : api.deleteSession({ params: { sessionId } }),
    onSuccess: () => toast({ text: t('devices.ended') }),
    onError: (error) => toast({ text: t(`situation.${situationOf(error)}`), isFailure: true }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey }),
  })
  return mutate
}

function Device({ signIn, onEnd }: { signIn: SignIn; onEnd: () => void }) {
  const { t, relativeTime, dateTime } = useText()
  const { browser, system } = deviceOf(signIn.userAgent)
  const name = browser && system ? t('devices.name', { browser, system }) : (browser ?? system ?? t('devices.unknown'))
  return (
    <li className={styles.device}>
      <div className={styles.about}>
        <p className={styles.name}>{name}</p>
        <p className={styles.hint}>
          <span title={dateTime(signIn.lastUsedAt)}>
            {t('devices.used', { time: relativeTime(signIn.lastUsedAt), address: signIn.address ?? '–' })}
          </span>
        </p>
      </div>
      {signIn.isCurrent ? (
        <span className={styles.badge}>{t('devices.current')}</span>
      ) : (
        <Button onClick={onEnd} aria-label={t('devices.endOne', { name })}>
          {t('account.signOut')}
        </Button>
      )}
    </li>
  )
}
