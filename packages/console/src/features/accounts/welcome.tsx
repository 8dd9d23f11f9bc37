import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api } from '../../api/client.ts'
import { instanceQuery } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { enter } from './enter.ts'
import styles from './front.module.css'
import { Front } from './front.tsx'
import { Refusal } from './refusal.tsx'

/** The first account of the service, or another one where registration is open. */
export function WelcomeScreen() {
  const { t } = useText()
  const { data: instance } = useQuery(instanceQuery)
  if (!instance) return null
  const heading = instance.hasAccounts ? t('welcome.title') : t('welcome.firstTitle')
  return (
    <Front heading={heading}>
      {!instance.hasAccounts && <p className={styles.lead}>{t('welcome.lead')}</p>}
      {instance.registration === 'open' ? <AccountForm /> : <p className={styles.lead}>{t('welcome.closed')}</p>}
      {instance.hasAccounts && <Link to="/sign-in">{t('welcome.signIn')}</Link>}
    </Front>
  )
}

function AccountForm() {
  const { t } = useText()
  const navigate = useNavigate()
  const [fields, setFields] = useState({ name: '', email: '', password: '', organizationName: '' })
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => {
      const { organizationName, ...account } = fields
      return api.register({ body: { ...account, ...(organizationName.trim() && { organizationName }) } })
    },
    onSuccess: (session) => {
      enter(session)
      void navigate({ to: '/' })
    },
  })
  const field = (name: keyof typeof fields) => ({
    value: fields[name],
    onChange: (event: { target: { value: string } }) => setFields({ ...fields, [name]: event.target.value }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) mutate()
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField label={t('welcome.name')} autoComplete="name" required autoFocus {...field('name')} />
      <TextField label={t('signIn.email')} type="email" autoComplete="username" required {...field('email')} />
      <TextField
        label={t('signIn.password')}
        type="password"
        autoComplete="new-password"
        minLength={10}
        hint={t('welcome.passwordHint')}
        required
        {...field('password')}
      />
      <TextField
        label={t('welcome.organization')}
        hint={t('welcome.organizationHint')}
        autoComplete="organization"
        {...field('organizationName')}
      />
      <Refusal error={error} />
      <Button kind="primary" type="submit" aria-disabled={isPending}>
        {t('welcome.button')}
      </Button>
    </form>
  )
}
