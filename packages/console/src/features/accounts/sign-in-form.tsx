import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, Suspense, useState } from 'react'
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

interface WaysInProps {
  email?: string
  /** Where somebody wants to be who leaves the page for the identity provider. */
  returnTo: string
  /** Whether the page may go on as it is. */
  onDone: (isSame: boolean) => void
  /** For those who cannot get in. */
  children?: ReactNode
}

interface Step {
  token?: string
  email: string
  /** The one before it has taken too long. */
  isOver?: boolean
}

/** All ways in: that of the identity provider first, where there is one, and the password. A second step stands alone. */
export function WaysIn({ email: known = '', returnTo, onDone, children }: WaysInProps) {
  const [{ token, email, isOver = false }, setStep] = useState<Step>({ email: known })
  if (token !== undefined)
    return (
      <Suspense>
        <SecondStep
          token={token}
          onDone={onDone}
          onBack={() => setStep({ email })}
          onOver={() => setStep({ email, isOver: true })}
        />
      </Suspense>
    )
  const form = <SignInForm email={email} isOver={isOver} onDone={onDone} onStep={setStep} />
  return (
    <>
      <FirstStep returnTo={returnTo} form={form} />
      {children}
    </>
  )
}

function FirstStep({ returnTo, form }: { returnTo: string; form: ReactNode }) {
  const { t } = useText()
  const { data: instance } = useQuery(instanceQuery)
  const [isAdministrator, setAdministrator] = useState(false)
  const { provider = null, hasPasswords = true } = instance?.signIn ?? {}
  if (!provider) return form
  return (
    <div className={styles.form}>
      <ProviderButton label="signIn.with" going={{ returnTo }} isMain={!hasPasswords} />
      {(hasPasswords || isAdministrator) && (
        <>
          <Or />
          {form}
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

interface SignInFormProps extends Required<Pick<Step, 'email' | 'isOver'>> {
  onDone: WaysInProps['onDone']
  onStep: (step: Step) => void
}

function SignInForm({ email: known, isOver, onDone, onStep }: SignInFormProps) {
  const { t } = useText()
  const [email, setEmail] = useState(known)
  const [password, setPassword] = useState('')
  const { mutate, isPending, isIdle, error } = useMutation({
    mutationFn: () => api.login({ body: { email: email.trim(), password } }),
    onSuccess: (session) => onDone(enter(session)),
    onError: (error) => {
      const token = secondStepOf(error)
      if (token === undefined) setPassword('')
      else onStep({ token, email })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) mutate()
  }
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
      {isOver && isIdle && <p role="alert">{t('code.over')}</p>}
      <Refusal error={error} />
      <Button kind="primary" type="submit" aria-disabled={isPending}>
        {t('signIn.button')}
      </Button>
      <PasskeySignIn onDone={onDone} />
    </form>
  )
}
