import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { codeOf, situationOf } from '../../../api/errors.ts'
import { useSession } from '../../../api/session.ts'
import { useText } from '../../../text/context.tsx'
import type { TextId } from '../../../text/text.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { askForPasskey } from './ask-passkeys.ts'
import { CodeField } from './code-field.tsx'
import { passkeyHindrance } from './passkey-hindrance.ts'
import { passkeyRefusal } from './passkey-refusal.ts'
import { passkeysQuery, secondFactorQuery } from './ways-queries.ts'

interface ConfirmDialogProps {
  onClose: () => void
  onConfirmed: () => void
}

type Proof = { password: string } | { code: string } | 'passkey'

/** Before ways to sign in are changed: by whichever of one's own is at hand. */
export function ConfirmDialog({ onClose, onConfirmed }: ConfirmDialogProps) {
  const { t } = useText()
  const { user } = useSession()
  const { data: factor } = useSuspenseQuery(secondFactorQuery)
  const { data } = useSuspenseQuery(passkeysQuery)
  const [isByCode, setByCode] = useState(!factor.hasPassword)
  const [text, setText] = useState('')
  const sending = useMutation({
    mutationFn: async (proof: Proof) =>
      api.confirmIdentity({ body: proof === 'passkey' ? { credential: await askForPasskey() } : proof }),
    onSuccess: onConfirmed,
    onError: () => setText(''),
  })
  const hasField = factor.hasPassword || factor.isOn
  const hasPasskey = data.passkeys.length > 0 && passkeyHindrance() === undefined
  const { error } = sending
  return (
    <FormDialog
      title={t('confirm.title')}
      submitLabel={t('confirm.button')}
      onClose={onClose}
      onSubmit={() => hasField && sending.mutate(isByCode ? { code: text } : { password: text })}
      sending={sending}
      refusal={error ? t(refusalOf(error)) : undefined}
    >
      <p>{t(hasField || hasPasskey ? 'confirm.lead' : 'confirm.signInAgain')}</p>
      <input type="email" autoComplete="username" value={user.email} readOnly hidden />
      {isByCode && factor.isOn && <CodeField value={text} onChange={setText} />}
      {!isByCode && (
        <TextField
          label={t('signIn.password')}
          type="password"
          autoComplete="current-password"
          required
          autoFocus
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      {factor.hasPassword && factor.isOn && (
        <Button
          kind="quiet"
          onClick={() => {
            setText('')
            setByCode(!isByCode)
          }}
        >
          {t(isByCode ? 'confirm.usePassword' : 'confirm.useCode')}
        </Button>
      )}
      {hasPasskey && <Button onClick={() => sending.mutate('passkey')}>{t('confirm.usePasskey')}</Button>}
    </FormDialog>
  )
}

const BY_CODE: Record<string, TextId> = { INVALID_CREDENTIALS: 'account.wrongPassword', INVALID_CODE: 'code.wrong' }

const refusalOf = (error: Error): TextId =>
  BY_CODE[codeOf(error) ?? ''] ?? (situationOf(error) === 'tooMany' ? 'situation.tooMany' : passkeyRefusal(error))
