import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { queryClient } from '../../../api/queries.ts'
import { useText } from '../../../text/context.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Question } from '../../../ui/dialog.tsx'
import { PagePart } from '../../../ui/page.tsx'
import { useToast } from '../../../ui/toast.tsx'
import styles from '../account.module.css'
import { passkeyRefusal } from './passkey-refusal.ts'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { type Enrolment, SetUpDialog } from './set-up-dialog.tsx'
import { useConfirmed } from './use-confirmed.tsx'
import { type SecondFactor, WAYS } from './ways-queries.ts'

/** So few recovery codes that somebody should make new ones. */
const FEW = 3

/** An app that makes codes: whether there is one, and all that can be done with it. */
export function SecondFactorPart({ factor }: { factor: SecondFactor }) {
  const { t, relativeTime } = useText()
  const toast = useToast()
  const [enrolment, setEnrolment] = useState<Enrolment>()
  const [codes, setCodes] = useState<string[]>()
  const [isAsking, setAsking] = useState<'off' | 'renew'>()
  const onError = (error: Error) => void toast({ text: t(passkeyRefusal(error)), isFailure: true })
  const begin = useConfirmed(() => api.beginSecondFactor(), { onSuccess: setEnrolment, onError })
  const renew = useConfirmed(() => api.renewRecoveryCodes(), {
    onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes),
    onError,
  })
  const off = useConfirmed(() => api.deleteSecondFactor(), {
    onSuccess: () => {
      toast({ text: t('factor.isOff') })
      void queryClient.invalidateQueries({ queryKey: WAYS })
    },
    onError,
  })
  const { isOn, recoveryCodesLeft, lastUsedAt } = factor
  return (
    <PagePart title={t('factor.title')}>
      <p className={styles.hint}>{t('factor.lead')}</p>
      {isOn && (
        <p>
          <Badge tone="good">{t('factor.on')}</Badge>{' '}
          {lastUsedAt === null ? t('ways.neverUsed') : t('ways.used', { time: relativeTime(lastUsedAt) })}
        </p>
      )}
      {isOn && (
        <p className={recoveryCodesLeft <= FEW ? styles.warning : styles.hint}>
          {t('factor.codesLeft', { count: recoveryCodesLeft })}
        </p>
      )}
      <div className={styles.buttons}>
        <Button kind={isOn ? 'plain' : 'primary'} onClick={() => begin.mutate(undefined)}>
          {t(isOn ? 'factor.replace' : 'factor.setUp')}
        </Button>
        {isOn && <Button onClick={() => setAsking('renew')}>{t('factor.renew')}</Button>}
        {isOn && (
          <Button kind="danger" onClick={() => setAsking('off')}>
            {t('factor.off')}
          </Button>
        )}
      </div>
      {begin.question ?? renew.question ?? off.question}
      {enrolment && (
        <SetUpDialog
          enrolment={enrolment}
          onClose={() => setEnrolment(undefined)}
          onDone={(recoveryCodes) => {
            setEnrolment(undefined)
            setCodes(recoveryCodes)
          }}
        />
      )}
      {codes && (
        <RecoveryCodesDialog
          codes={codes}
          onDone={() => {
            setCodes(undefined)
            void queryClient.invalidateQueries({ queryKey: WAYS })
          }}
        />
      )}
      {isAsking && (
        <Question
          question={t(isAsking === 'off' ? 'factor.offQuestion' : 'factor.renewQuestion')}
          isOpen
          onClose={() => setAsking(undefined)}
          cancelLabel={t('ui.cancel')}
          confirm={{
            label: t(isAsking === 'off' ? 'factor.off' : 'factor.renew'),
            isDangerous: isAsking === 'off',
            onConfirm: () => {
              setAsking(undefined)
              ;(isAsking === 'off' ? off : renew).mutate(undefined)
            },
          }}
        >
          <p>{t(isAsking === 'off' ? 'factor.offHint' : 'factor.renewHint')}</p>
        </Question>
      )}
    </PagePart>
  )
}
