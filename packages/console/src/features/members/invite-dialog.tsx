import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { situationOf } from '../../api/errors.ts'
import { instanceQuery, queryClient } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { type Access, AccessFields, isWhole } from './access-fields.tsx'
import { membersKey } from './members-query.ts'

interface InviteDialogProps {
  orgId: number
  onClose: () => void
  /** With what makes the link. */
  onInvited: (invitation: { email: string; token: string; isMailed: boolean }) => void
}

/** Where no mail is sent, whoever invites sends the link in a way of their own. */
export function InviteDialog({ orgId, onClose, onInvited }: InviteDialogProps) {
  const { t } = useText()
  const { data: instance } = useQuery(instanceQuery)
  const [email, setEmail] = useState('')
  const [access, setAccess] = useState<Access>({ role: 'translator', localeCodes: null })
  const [isTried, setTried] = useState(false)
  const inviting = useMutation({
    mutationFn: () => api.createMember({ params: { orgId }, body: { email: email.trim(), ...access } }),
    onSuccess: async ({ member, inviteToken, isMailed }) => {
      onInvited({ email: member.email, token: inviteToken, isMailed })
      await queryClient.invalidateQueries({ queryKey: membersKey(orgId) })
    },
  })
  const submit = () => {
    setTried(true)
    if (isWhole(access)) inviting.mutate()
  }
  return (
    <FormDialog
      title={t('members.inviteTitle')}
      submitLabel={t(instance?.sendsMail ? 'members.invite' : 'members.inviteButton')}
      sending={inviting}
      refusal={situationOf(inviting.error) === 'changed' ? t('members.exists') : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('signIn.email')}
        type="email"
        hint={t(instance?.sendsMail ? 'members.inviteMailHint' : 'members.inviteHint')}
        autoComplete="off"
        required
        maxLength={254}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <AccessFields value={access} onChange={setAccess} isTried={isTried} />
    </FormDialog>
  )
}
