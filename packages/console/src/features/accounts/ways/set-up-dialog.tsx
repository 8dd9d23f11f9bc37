import type { AnswerOf } from '@parlance/sdk'
import { lazy, Suspense, useState } from 'react'
import { api } from '../../../api/client.ts'
import { codeOf, situationOf } from '../../../api/errors.ts'
import { useText } from '../../../text/context.tsx'
import { CopyButton, Secret } from '../../../ui/copy.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { CodeField } from './code-field.tsx'
import { useConfirmed } from './use-confirmed.tsx'
import styles from './ways.module.css'

export type Enrolment = AnswerOf<'beginSecondFactor'>

/** What makes the picture is as large as this whole section, and wanted here alone. */
const QrCode = lazy(() => import('./qr-code.tsx'))

interface SetUpDialogProps {
  enrolment: Enrolment
  onClose: () => void
  onDone: (recoveryCodes: string[]) => void
}

/** The secret for the app, as a picture and as letters, and the code that shows that the app has it. */
export function SetUpDialog({ enrolment: { secret, uri }, onClose, onDone }: SetUpDialogProps) {
  const { t } = useText()
  const [code, setCode] = useState('')
  const sending = useConfirmed(() => api.createSecondFactor({ body: { code } }), {
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
    onError: () => setCode(''),
  })
  const { error } = sending
  const refusal = codeOf(error) === 'INVALID_CODE' ? t('factor.wrongCode') : undefined
  return (
    <>
      <FormDialog
        title={t('factor.setUp')}
        submitLabel={t('factor.switchOn')}
        onClose={onClose}
        onSubmit={() => sending.mutate(undefined)}
        sending={sending}
        refusal={refusal ?? (situationOf(error) === 'invalid' ? t('factor.tooLate') : undefined)}
      >
        <p>{t('factor.scan')}</p>
        <Suspense fallback={<div className={styles.noQr} />}>
          <QrCode text={uri} label={t('factor.qr')} />
        </Suspense>
        <p>{t('factor.byHand')}</p>
        <div className={styles.row}>
          <Secret>{secret.match(/.{4}/g)?.join(' ') ?? ''}</Secret>
          <CopyButton text={secret} />
        </div>
        <CodeField isOfApp value={code} onChange={setCode} />
      </FormDialog>
      {sending.question}
    </>
  )
}
