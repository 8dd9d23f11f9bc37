import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api } from '../../api/client.ts'
import { codeOf } from '../../api/errors.ts'
import { instanceQuery, sessionQuery } from '../../api/queries.ts'
import type { Session } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { enter } from './enter.ts'
import styles from './front.module.css'
import { Front } from './front.tsx'
import { leave } from './leave.ts'
import { Or, ProviderButton } from './provider-button.tsx'
import { Refusal } from './refusal.tsx'

/** Where an invitation link leads. */
export function InviteScreen() {
  const { t } = useText()
  const { token } = useParams({ from: '/invite/$token' })
  const { data: invite, error } = useQuery({
    queryKey: ['invite', token],
    queryFn: () => api.getInvite({ params: { token } }),
  })
  const { data: session } = useQuery(sessionQuery)
  if (error)
    return (
      <Front heading={t('invite.goneTitle')}>
        <p className={styles.lead}>{t('invite.gone')}</p>
        <Link to="/">{session ? t('notFound.home') : t('signIn.button')}</Link>
      </Front>
    )
  if (!invite || session === undefined) return null
  return (
    <Front heading={t('invite.title', { organization: invite.organizationName })}>
      {session ? (
        <JoinAs token={token} invited={invite.email} session={session} />
      ) : (
        <WaysToJoin token={token} email={invite.email} />
      )}
    </Front>
  )
}

/** After it, in the organization that is new among theirs. */
function useJoin(token: string, before: readonly { id: number }[]) {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (account: { name: string; password: string } | undefined) =>
      api.acceptInvite({ body: { token, ...account } }),
    onSuccess: (session) => {
      enter(session)
      const joined = session.organizations.find(({ id }) => before.every((other) => other.id !== id))
      const orgId = (joined ?? session.organizations[0])?.id
      void (orgId === undefined ? navigate({ to: '/' }) : navigate({ to: '/organizations/$orgId', params: { orgId } }))
    },
  })
}

/** Somebody who is signed in: with the address that was invited, or with another. */
function JoinAs({ token, invited, session }: { token: string; invited: string; session: Session }) {
  const { t } = useText()
  const { mutate, isPending, error } = useJoin(token, session.organizations)
  const { email } = session.user
  if (email.toLowerCase() !== invited.toLowerCase())
    return (
      <>
        <p className={styles.lead}>{t('invite.otherAccount', { invited, email })}</p>
        <Button onClick={() => void leave(location.pathname)}>{t('account.signOut')}</Button>
      </>
    )
  return (
    <>
      <p className={styles.lead}>{t('invite.leadSignedIn', { email })}</p>
      <Refusal error={error} />
      <Button kind="primary" aria-disabled={isPending} onClick={() => !isPending && mutate(undefined)}>
        {t('invite.button')}
      </Button>
    </>
  )
}

interface JoinProps {
  token: string
  email: string
}

/** Somebody who is not signed in: by the identity provider, where there is one, or with a password. */
function WaysToJoin({ token, email }: JoinProps) {
  const { t } = useText()
  const { data: instance } = useQuery(instanceQuery)
  if (!instance) return null
  const { provider, hasPasswords } = instance.signIn
  if (!provider) return <JoinForm token={token} email={email} />
  return (
    <div className={styles.form}>
      {!hasPasswords && <p className={styles.lead}>{t('invite.leadProvider', { email })}</p>}
      <ProviderButton label="invite.with" going={{ inviteToken: token }} isMain={!hasPasswords} />
      {hasPasswords && (
        <>
          <Or />
          <JoinForm token={token} email={email} />
        </>
      )}
    </div>
  )
}

function JoinForm({ token, email }: JoinProps) {
  const { t } = useText()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const { mutate, isPending, error } = useJoin(token, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) mutate({ name: name.trim(), password })
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <p className={styles.lead}>{t('invite.lead', { email })}</p>
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
      {codeOf(error) === 'EMAIL_TAKEN' && (
        <Link to="/sign-in" search={{ next: `/invite/${token}` }}>
          {t('invite.signIn')}
        </Link>
      )}
      <Button kind="primary" type="submit" aria-disabled={isPending}>
        {t('invite.button')}
      </Button>
    </form>
  )
}
