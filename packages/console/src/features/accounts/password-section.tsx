import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../api/client.ts'
import { instanceQuery } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { useToast } from '../../ui/toast.tsx'
import styles from './account.module.css'
import { Refusal } from './refusal.tsx'
import { identitiesQuery } from './ways/ways-queries.ts'

export function PasswordSection() {
  const { t } = useText()
  const { data: instance } = useQuery(instanceQuery)
  const { identities, hasPassword } = useSuspenseQuery(identitiesQuery).data
  if (hasPassword) return <PasswordForm />
  const name = instance?.signIn.provider?.name ?? identities[0]?.issuer ?? '–'
  return <p className={styles.hint}>{t('account.noPassword', { name })}</p>
}

function PasswordForm() {
  const { t } = useText()
  const { user } = useSession()
  const toast = useToast()
  const [currentPassword, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.updateMe({ body: { currentPassword, password } }),
    onSuccess: () => {
      setCurrent('')
      setPassword('')
      toast({ text: t('account.passwordChanged') })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) mutate()
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <p className={styles.hint}>{t('account.passwordLead')}</p>
      <input type="email" autoComplete="username" value={user.email} readOnly hidden />
      <TextField
        label={t('account.currentPassword')}
        type="password"
        autoComplete="current-password"
        required
        value={currentPassword}
        onChange={(event) => setCurrent(event.target.value)}
      />
      <TextField
        label={t('account.newPassword')}
        type="password"
        autoComplete="new-password"
        hint={t('welcome.passwordHint')}
        minLength={10}
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Refusal error={error} wrong="account.wrongPassword" />
      <Button kind="primary" type="submit" aria-disabled={isPending}>
        {t('account.changePassword')}
      </Button>
    </form>
  )
}
