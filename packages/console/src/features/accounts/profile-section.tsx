import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../api/client.ts'
import { queryClient, sessionQuery } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { useToast } from '../../ui/toast.tsx'
import styles from './account.module.css'
import { Refusal } from './refusal.tsx'

export function ProfileSection() {
  const { t } = useText()
  const { user } = useSession()
  const toast = useToast()
  const [name, setName] = useState(user.name)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.updateMe({ body: { name: name.trim() } }),
    onSuccess: ({ user: changed }) => {
      queryClient.setQueryData(sessionQuery.queryKey, (session) => session && { ...session, user: changed })
      toast({ text: t('account.saved') })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) mutate()
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField
        label={t('welcome.name')}
        hint={t('account.nameHint')}
        autoComplete="name"
        required
        maxLength={255}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField label={t('signIn.email')} type="email" value={user.email} readOnly hint={t('account.emailHint')} />
      <Refusal error={error} />
      <Button kind="primary" type="submit" aria-disabled={isPending}>
        {t('ui.save')}
      </Button>
    </form>
  )
}
