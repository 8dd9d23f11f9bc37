import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api } from '../../api/client.ts'
import { instanceQuery } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import styles from './front.module.css'
import { Front } from './front.tsx'
import { Refusal } from './refusal.tsx'

/** Where somebody has a link to a new password mailed to them. Nobody is told here who has an account. */
export function ForgotScreen() {
  const { t } = useText()
  const { data: instance } = useQuery(instanceQuery)
  if (!instance) return null
  return (
    <Front heading={t('forgot.title')}>
      {instance.sendsMail ? <ForgotForm /> : <p className={styles.lead}>{t('signIn.forgotAsk')}</p>}
      <Link to="/sign-in">{t('forgot.back')}</Link>
    </Front>
  )
}

function ForgotForm() {
  const { t } = useText()
  const [email, setEmail] = useState('')
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => api.forgotPassword({ body: { email: email.trim() } }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) mutate()
  }
  if (isSuccess)
    return (
      <p role="status" className={styles.lead}>
        {t('forgot.sent', { email: email.trim() })}
      </p>
    )
  return (
    <form className={styles.form} onSubmit={submit}>
      <p className={styles.lead}>{t('forgot.lead')}</p>
      <TextField
        label={t('signIn.email')}
        type="email"
        autoComplete="username"
        required
        autoFocus
        maxLength={254}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Refusal error={error} />
      <Button kind="primary" type="submit" aria-disabled={isPending}>
        {t('forgot.button')}
      </Button>
    </form>
  )
}
