import type { AnswerOf } from '@parlance/sdk'
import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { instanceQuery, queryClient } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import styles from './account.module.css'
import { useProviderRefusal } from './provider-refusal.ts'
import { identitiesQuery } from './ways/ways-queries.ts'

type Identity = AnswerOf<'listIdentities'>['identities'][number]

/** Sign-ins at identity providers that open this account. */
export function LinkedSection() {
  const { t } = useText()
  const { data: instance } = useQuery(instanceQuery)
  const { identities, hasPassword } = useSuspenseQuery(identitiesQuery).data
  const [asked, setAsked] = useState<Identity | 'link'>()
  const close = () => setAsked(undefined)
  const name = instance?.signIn.provider?.name
  const isLinked = identities.some(({ provider }) => provider !== null)
  return (
    <>
      {name !== undefined && hasPassword && <p className={styles.hint}>{t('linked.lead', { name })}</p>}
      {!hasPassword && <p className={styles.hint}>{t('linked.onlyWay')}</p>}
      {identities.length === 0 && <p>{t('linked.none')}</p>}
      {identities.length > 0 && (
        <ul className={styles.devices} aria-label={t('account.linked')}>
          {identities.map((identity) => (
            <LinkedSignIn
              key={identity.id}
              identity={identity}
              onUnlink={hasPassword ? () => setAsked(identity) : undefined}
            />
          ))}
        </ul>
      )}
      {name !== undefined && !isLinked && hasPassword && (
        <div>
          <Button onClick={() => setAsked('link')}>{t('linked.link', { name })}</Button>
        </div>
      )}
      {asked === 'link' && name !== undefined && <LinkDialog name={name} onClose={close} />}
      {asked !== undefined && asked !== 'link' && <UnlinkDialog identity={asked} onClose={close} />}
    </>
  )
}

function LinkedSignIn({ identity, onUnlink }: { identity: Identity; onUnlink: (() => void) | undefined }) {
  const { t, relativeTime, dateTime } = useText()
  const { provider, issuer, email, createdAt } = identity
  return (
    <li className={styles.device}>
      <div className={styles.about}>
        <p className={styles.name}>
          <bdi>{provider ?? issuer}</bdi>
        </p>
        {provider === null && <p className={styles.hint}>{t('linked.former')}</p>}
        {email !== null && <p className={styles.hint}>{t('linked.as', { email })}</p>}
        <p className={styles.hint}>
          <span title={dateTime(createdAt)}>{t('linked.since', { time: relativeTime(createdAt) })}</span>
        </p>
      </div>
      {onUnlink && (
        <Button onClick={onUnlink} aria-label={t('linked.unlinkNamed', { name: provider ?? issuer })}>
          {t('linked.unlink')}
        </Button>
      )}
    </li>
  )
}

interface PasswordFieldProps {
  value: string
  onChange: (value: string) => void
}

function PasswordField({ value, onChange }: PasswordFieldProps) {
  const { t } = useText()
  return (
    <TextField
      label={t('account.currentPassword')}
      type="password"
      autoComplete="current-password"
      required
      autoFocus
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

function LinkDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const { t } = useText()
  const refusalOf = useProviderRefusal()
  const [currentPassword, setPassword] = useState('')
  const sending = useMutation({
    mutationFn: () => api.beginIdentityLink({ body: { currentPassword, returnTo: '/account/linked' } }),
    onSuccess: ({ url }) => location.assign(url),
  })
  return (
    <FormDialog
      title={t('linked.link', { name })}
      submitLabel={t('linked.link', { name })}
      onClose={onClose}
      onSubmit={() => sending.mutate()}
      sending={{ isPending: sending.isPending || sending.isSuccess, error: sending.error }}
      refusal={sending.error ? refusalOf(sending.error) : undefined}
    >
      <p>{t('linked.linkHint', { name })}</p>
      <PasswordField value={currentPassword} onChange={setPassword} />
    </FormDialog>
  )
}

function UnlinkDialog({ identity, onClose }: { identity: Identity; onClose: () => void }) {
  const { t } = useText()
  const toast = useToast()
  const refusalOf = useProviderRefusal()
  const [currentPassword, setPassword] = useState('')
  const sending = useMutation({
    mutationFn: () => api.deleteIdentity({ params: { identityId: identity.id }, body: { currentPassword } }),
    onSuccess: () => {
      toast({ text: t('linked.unlinked') })
      onClose()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: identitiesQuery.queryKey }),
  })
  const name = identity.provider ?? identity.issuer
  return (
    <FormDialog
      title={t('linked.unlinkNamed', { name })}
      submitLabel={t('linked.unlink')}
      onClose={onClose}
      onSubmit={() => sending.mutate()}
      sending={sending}
      refusal={sending.error ? refusalOf(sending.error) : undefined}
    >
      <p>{t('linked.unlinkHint')}</p>
      <PasswordField value={currentPassword} onChange={setPassword} />
    </FormDialog>
  )
}
