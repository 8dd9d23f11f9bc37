import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, Suspense, useState } from 'react'
import { api } from '../../api/client.ts'
import { instanceQuery } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { enter } from './enter.ts'
import styles from './front.module.css'
import { Or, ProviderButton } from './provider-button.tsx'
import { Refusal } from './refusal.tsx'
import { SecondStep } from './ways/late-second-step.tsx'
import { PasskeySignIn } from './ways/passkey-sign-in.tsx'
import { secondStepOf } from './ways/second-step-of.ts'

interface SignInProps extends SignInFormProps {
  /** Where somebody wants to be who leaves the page for the identity provider. */
  returnTo: string
}

interface SignInFormProps {
  email?: string
  /** Whether the page may go on as it is. */
  onDone: (isSame: boolean) => void
}

/** All ways in: that of the identity provider first, where there is one, and the password, where it lets people in. */
export function WaysIn({ returnTo, ...form }: SignInProps) {
  const { t } = useText()
  const { data: instance } = useQuery(instanceQuery)
  const [isAdministrator, setAdministrator] = useState(false)
  const { provider = null, hasPasswords = true } = instance?.signIn ?? {}
  if (!provider) return <SignInForm {...form} />
  return (
    <div className={styles.form}>
      <ProviderButton label="signIn.with" going={{ returnTo }} isMain={!hasPasswords} />
      {(hasPasswords || isAdministrator) && (
        <>
          <Or />
          <SignInForm {...form} />
        </>
      )}
      {!hasPasswords && !isAdministrator && (
        <Button kind="quiet" className={styles.provider} onClick={() => setAdministrator(true)}>
          {t('signIn.withPassword')}
        </Button>
      )}
    </div>
  )
}

function SignInForm({ email: known = '', onDone }: SignInFormProps) {
  const { t } = useText()
  const [email, setEmail] = useState(known)
  const [password, setPassword] = useState('')
  const [isOver, setOver] = useState(false)
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => api.login({ body: { email: email.trim(), password } }),
    onSuccess: (session) => onDone(enter(session)),
    onError: () => setPassword(''),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setOver(false)
    if (!isPending) mutate()
  }
  const startAgain = () => {
    setOver(true)
    reset()
  }
  const step = secondStepOf(error)
  if (step !== undefined)
    return (
      <Suspense>
        <SecondStep token={step} onDone={onDone} onOver={startAgain} />
      </Suspense>
    )
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField
        label={t('signIn.email')}
        type="email"
        autoComplete="username webauthn"
        required
        autoFocus={known === ''}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <TextField
        label={t('signIn.password')}
        type="password"
        autoComplete="current-password"
        required
        autoFocus={known !== ''}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {isOver && <p role="alert">{t('code.over')}</p>}
      <Refusal error={error} />
      <Button kind="primary" type="submit" aria-disabled={isPending}>
        {t('signIn.button')}
      </Button>
      <PasskeySignIn onDone={onDone} />
    </form>
  )
}
