import { useMutation } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type FormEvent, Suspense, useState } from 'react'
import { api } from '../../api/client.ts'
import { situationOf } from '../../api/errors.ts'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { enter } from './enter.ts'
import styles from './front.module.css'
import { Front } from './front.tsx'
import { Refusal } from './refusal.tsx'
import { OtherWays } from './ways/late-other-ways.tsx'
import { SecondStep } from './ways/late-second-step.tsx'
import { secondStepOf } from './ways/second-step-of.ts'

/** Where the link leads that somebody was given who forgot their password. */
export function ResetScreen() {
  const { t } = useText()
  const navigate = useNavigate()
  const { token } = useParams({ from: '/reset/$token' })
  const [password, setPassword] = useState('')
  const [isIn, setIn] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.resetPassword({ body: { token, password } }),
    onSuccess: (session) => {
      enter(session)
      setIn(true)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) mutate()
  }
  if (isIn)
    return (
      <Suspense>
        <OtherWays />
      </Suspense>
    )
  const step = secondStepOf(error)
  if (step !== undefined)
    return (
      <Front heading={t('reset.title')}>
        <Suspense>
          <SecondStep
            token={step}
            isAfterReset
            onDone={() => setIn(true)}
            onBack={() => void navigate({ to: '/sign-in' })}
            onOver={() => void navigate({ to: '/sign-in' })}
          />
        </Suspense>
      </Front>
    )
  const isGone = error && ['notFound', 'signedOut'].includes(situationOf(error))
  return (
    <Front heading={t('reset.title')}>
      <p className={styles.lead}>{t('reset.lead')}</p>
      <form className={styles.form} onSubmit={submit}>
        <TextField
          label={t('signIn.password')}
          type="password"
          autoComplete="new-password"
          hint={t('welcome.passwordHint')}
          minLength={10}
          required
          autoFocus
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        {isGone ? (
          <p role="alert" className={styles.refusal}>
            {t('reset.gone')}
          </p>
        ) : (
          <Refusal error={error} />
        )}
        <Button kind="primary" type="submit" aria-disabled={isPending}>
          {t('reset.button')}
        </Button>
      </form>
    </Front>
  )
}
