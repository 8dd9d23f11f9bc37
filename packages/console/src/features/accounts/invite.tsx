import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api } from '../../api/client.ts'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { enter } from './enter.ts'
import styles from './front.module.css'
import { Front } from './front.tsx'
import { Refusal } from './refusal.tsx'

/** Where an invitation link leads. */
export function InviteScreen() {
  const { t } = useText()
  const { token } = useParams({ from: '/invite/$token' })
  const { data: invite, error } = useQuery({
    queryKey: ['invite', token],
    queryFn: () => api.getInvite({ params: { token } }),
  })
  if (error)
    return (
      <Front heading={t('invite.goneTitle')}>
        <p className={styles.lead}>{t('invite.gone')}</p>
      </Front>
    )
  if (!invite) return null
  return (
    <Front heading={t('invite.title', { organization: invite.organizationName })}>
      <p className={styles.lead}>{t('invite.lead', { email: invite.email })}</p>
      <JoinForm token={token} email={invite.email} />
    </Front>
  )
}

function JoinForm({ token, email }: { token: string; email: string }) {
  const { t } = useText()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.acceptInvite({ body: { token, name, password } }),
    onSuccess: (session) => {
      enter(session)
      void navigate({ to: '/' })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) mutate()
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <TextField
        label={t('welcome.name')}
        autoComplete="name"
        required
        autoFocus
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        label={t('signIn.password')}
        type="password"
        autoComplete="new-password"
        hint={t('welcome.passwordHint')}
        minLength={10}
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Refusal error={error} />
      <Button kind="primary" type="submit" aria-disabled={isPending}>
        {t('invite.button')}
      </Button>
    </form>
  )
}
