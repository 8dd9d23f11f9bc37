import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../../api/client.ts'
import { codeOf } from '../../../api/errors.ts'
import { useText } from '../../../text/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { enter } from '../enter.ts'
import styles from '../front.module.css'
import { Refusal } from '../refusal.tsx'
import { CodeField } from './code-field.tsx'

interface SecondStepProps {
  token: string
  /** A new password was set before it. */
  isAfterReset?: boolean
  /** Whether the page may go on as it is. */
  onDone: (isSame: boolean) => void
  /** Back to the first step. */
  onBack: () => void
  /** The same, because it has taken too long. */
  onOver: () => void
}

/** What comes after the password where an account has a second factor. */
export function SecondStep({ token, isAfterReset = false, onDone, onBack, onOver }: SecondStepProps) {
  const { t } = useText()
  const [code, setCode] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.completeLogin({ body: { token, code } }),
    onSuccess: (session) => onDone(enter(session)),
    onError: (error) => (codeOf(error) === 'SECOND_STEP_OVER' ? onOver() : setCode('')),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) mutate()
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      {isAfterReset && <p className={styles.lead}>{t('reset.done')}</p>}
      <CodeField value={code} onChange={setCode} />
      {codeOf(error) === 'INVALID_CODE' ? (
        <p role="alert" className={styles.refusal}>
          {t('code.wrong')}
        </p>
      ) : (
        <Refusal error={error} />
      )}
      <Button kind="primary" type="submit" aria-disabled={isPending}>
        {t('signIn.button')}
      </Button>
      <Button kind="quiet" onClick={onBack}>
        {t('ui.cancel')}
      </Button>
    </form>
  )
}
