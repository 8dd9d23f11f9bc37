import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { situationOf } from '../../api/errors.ts'
import { queryClient, sessionQuery } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import { type Access, AccessFields, isWhole } from './access-fields.tsx'
import { type Member, membersKey } from './members-query.ts'

interface ChangeDialogProps {
  orgId: number
  member: Member
  onClose: () => void
}

/** Another role, or other languages; both hold from the next request of that person on. */
export function ChangeDialog({ orgId, member: { userId, name, role, localeCodes }, onClose }: ChangeDialogProps) {
  const { t } = useText()
  const toast = useToast()
  const { user } = useSession()
  const [access, setAccess] = useState<Access>({ role, localeCodes })
  const [isTried, setTried] = useState(false)
  const changing = useMutation({
    mutationFn: () => api.updateMember({ params: { orgId, userId }, body: access }),
    onSuccess: async () => {
      onClose()
      toast({ text: t('members.changed', { name }) })
      await queryClient.invalidateQueries({ queryKey: membersKey(orgId) })
      if (userId === user.id) await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
    },
  })
  const submit = () => {
    setTried(true)
    if (isWhole(access)) changing.mutate()
  }
  return (
    <FormDialog
      title={t('members.changeNamed', { name })}
      submitLabel={t('ui.save')}
      sending={changing}
      refusal={situationOf(changing.error) === 'invalid' ? t('members.lastOwner') : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <AccessFields value={access} onChange={setAccess} isTried={isTried} />
    </FormDialog>
  )
}
