import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../api/client.ts'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { enter } from './enter.ts'
import styles from './front.module.css'
import { Refusal } from './refusal.tsx'

interface SignInFormProps {
  email?: string
  /** Whether the page may go on as it is. */
  onDone: (isSame: boolean) => void
}

export function SignInForm({ email: known = '', onDone }: SignInFormProps) {
  const { t } = useText()
  const [email, setEmail] = useState(known)
  const [password, setPassword] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.login({ body: { email: email.trim(), password } }),
    onSuccess: (session) => onDone(enter(session)),
    onError: () => setPassword(''),
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
        autoComplete="username"
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
      <Refusal error={error} />
      <Button kind="primary" type="submit" aria-disabled={isPending}>
        {t('signIn.button')}
      </Button>
    </form>
  )
}
