import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { SecretDialog } from '../../ui/secret-dialog.tsx'
import type { Webhook } from './webhook-queries.ts'
import styles from './webhooks.module.css'

/** Button "New secret": the safe order first, then the secret, once. */
export function NewSecret({ webhook: { id } }: { webhook: Webhook }) {
  const { t } = useText()
  const [isAsking, setAsking] = useState(false)
  const [secret, setSecret] = useState<string>()
  const renewal = useMutation({
    mutationFn: () => api.regenerateSecret({ params: { id } }),
    onSuccess: (made) => {
      setAsking(false)
      setSecret(made.secret)
    },
    // It is shown once and kept nowhere.
    gcTime: 0,
  })
  const done = () => {
    setSecret(undefined)
    renewal.reset()
  }
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('webhooks.newSecret')}</Button>
      {isAsking && (
        <FormDialog
          title={t('webhooks.newSecret')}
          submitLabel={t('webhooks.makeSecret')}
          sending={renewal}
          onSubmit={() => renewal.mutate()}
          onClose={() => setAsking(false)}
        >
          <p>{t('webhooks.secretLead')}</p>
          <ol className={styles.steps}>
            <li>{t('webhooks.secretStep1')}</li>
            <li>{t('webhooks.secretStep2')}</li>
            <li>{t('webhooks.secretStep3')}</li>
          </ol>
        </FormDialog>
      )}
      {secret !== undefined && (
        <SecretDialog secret={secret} onDone={done}>
          {t('webhooks.newSecretHint')}
        </SecretDialog>
      )}
    </>
  )
}
