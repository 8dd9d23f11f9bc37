import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { queryClient } from '../../../api/queries.ts'
import { useText } from '../../../text/context.tsx'
import { TextField } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { deviceOf } from '../device-name.ts'
import { addPasskey } from './ask-passkeys.ts'
import { passkeyRefusal } from './passkey-refusal.ts'
import { useConfirmed } from './use-confirmed.tsx'
import { type Passkey, WAYS } from './ways-queries.ts'

/** What a passkey is called: a new one, which the browser makes then, or one that has another name. */
export function PasskeyNameDialog({ passkey, onClose }: { passkey: Passkey | 'new'; onClose: () => void }) {
  const { t } = useText()
  const toast = useToast()
  const isNew = passkey === 'new'
  const { browser, system } = deviceOf(navigator.userAgent)
  const here = browser && system ? t('devices.name', { browser, system }) : (browser ?? system ?? '')
  const [name, setName] = useState(isNew ? here : passkey.name)
  const sending = useConfirmed(
    () =>
      isNew
        ? addPasskey(name.trim())
        : api.updatePasskey({ params: { passkeyId: passkey.id }, body: { name: name.trim() } }),
    {
      onSuccess: () => {
        toast({ text: t(isNew ? 'passkeys.isAdded' : 'account.saved') })
        void queryClient.invalidateQueries({ queryKey: WAYS })
        onClose()
      },
    },
  )
  return (
    <>
      <FormDialog
        title={t(isNew ? 'passkeys.add' : 'passkeys.rename')}
        submitLabel={t(isNew ? 'passkeys.make' : 'ui.save')}
        onClose={onClose}
        onSubmit={() => sending.mutate(undefined)}
        sending={sending}
        refusal={sending.error ? t(passkeyRefusal(sending.error)) : undefined}
      >
        {isNew && <p>{t('passkeys.makeLead')}</p>}
        <TextField
          label={t('projects.name')}
          value={name}
          maxLength={255}
          required
          autoFocus
          onChange={(event) => setName(event.target.value)}
        />
      </FormDialog>
      {sending.question}
    </>
  )
}
