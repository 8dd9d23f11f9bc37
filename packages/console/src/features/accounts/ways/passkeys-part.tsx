import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { queryClient } from '../../../api/queries.ts'
import { useText } from '../../../text/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Question } from '../../../ui/dialog.tsx'
import { PagePart } from '../../../ui/page.tsx'
import { useToast } from '../../../ui/toast.tsx'
import styles from '../account.module.css'
import { passkeyHindrance } from './passkey-hindrance.ts'
import { PasskeyNameDialog } from './passkey-name-dialog.tsx'
import { passkeyRefusal } from './passkey-refusal.ts'
import { useConfirmed } from './use-confirmed.tsx'
import { type Passkey, WAYS } from './ways-queries.ts'

/** The passkeys of somebody, and a new one where this page can have any. */
export function PasskeysPart({ passkeys }: { passkeys: Passkey[] }) {
  const { t } = useText()
  const toast = useToast()
  const [naming, setNaming] = useState<Passkey | 'new'>()
  const [removing, setRemoving] = useState<Passkey>()
  const remove = useConfirmed(({ id }: Passkey) => api.deletePasskey({ params: { passkeyId: id } }), {
    onSuccess: (_, { name }) => {
      toast({ text: t('passkeys.removed', { name }) })
      void queryClient.invalidateQueries({ queryKey: WAYS })
    },
    onError: (error) => void toast({ text: t(passkeyRefusal(error)), isFailure: true }),
  })
  const hindrance = passkeyHindrance()
  return (
    <PagePart title={t('passkeys.title')}>
      <p className={styles.hint}>{t('passkeys.lead')}</p>
      {passkeys.length > 0 && (
        <ul className={styles.devices} aria-label={t('passkeys.title')}>
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={() => setNaming(passkey)}
              onRemove={() => setRemoving(passkey)}
            />
          ))}
        </ul>
      )}
      {hindrance === undefined ? (
        <div>
          <Button kind={passkeys.length === 0 ? 'primary' : 'plain'} onClick={() => setNaming('new')}>
            {t('passkeys.add')}
          </Button>
        </div>
      ) : (
        <p className={styles.hint}>{t(`passkeys.${hindrance}`)}</p>
      )}
      {naming && <PasskeyNameDialog passkey={naming} onClose={() => setNaming(undefined)} />}
      {removing && (
        <Question
          question={t('passkeys.removeQuestion', { name: removing.name })}
          isOpen
          onClose={() => setRemoving(undefined)}
          cancelLabel={t('ui.cancel')}
          confirm={{
            label: t('passkeys.remove'),
            isDangerous: true,
            onConfirm: () => {
              setRemoving(undefined)
              remove.mutate(removing)
            },
          }}
        >
          <p>{t('passkeys.removeHint')}</p>
        </Question>
      )}
      {remove.question}
    </PagePart>
  )
}

interface PasskeyRowProps {
  passkey: Passkey
  onRename: () => void
  onRemove: () => void
}

function PasskeyRow({ passkey: { name, createdAt, lastUsedAt }, onRename, onRemove }: PasskeyRowProps) {
  const { t, dateTime, relativeTime } = useText()
  return (
    <li className={styles.device}>
      <div className={styles.about}>
        <p className={styles.name}>
          <bdi>{name}</bdi>
        </p>
        <p className={styles.hint}>
          <span title={dateTime(createdAt)}>{t('passkeys.added', { time: relativeTime(createdAt) })}</span>
          {' · '}
          {lastUsedAt === null ? (
            t('ways.neverUsed')
          ) : (
            <span title={dateTime(lastUsedAt)}>{t('ways.used', { time: relativeTime(lastUsedAt) })}</span>
          )}
        </p>
      </div>
      <Button onClick={onRename} aria-label={t('ui.actionNamed', { action: t('passkeys.rename'), name })}>
        {t('passkeys.rename')}
      </Button>
      <Button onClick={onRemove} aria-label={t('ui.actionNamed', { action: t('passkeys.remove'), name })}>
        {t('passkeys.remove')}
      </Button>
    </li>
  )
}
