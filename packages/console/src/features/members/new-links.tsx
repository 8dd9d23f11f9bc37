import { useMutation } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { codeOf, situationOf } from '../../api/errors.ts'
import { useText } from '../../text/context.tsx'
import { Question } from '../../ui/dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { MadeLink } from './asked.ts'
import type { Member } from './members-query.ts'

interface NewLinkProps {
  orgId: number
  member: Member
  onClose: () => void
  onMade: (link: MadeLink) => void
}

/** A new invitation for somebody who has not joined: the link before ends. */
export function RenewQuestion({ orgId, member: { userId, name }, onClose, onMade }: NewLinkProps) {
  const { t } = useText()
  const toast = useToast()
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.renewInvitation({ params: { orgId, userId } }),
    onSuccess: ({ inviteToken, isMailed }) => onMade({ kind: 'invite', name, token: inviteToken, isMailed }),
    onError: (error) => toast({ text: t(`situation.${situationOf(error)}`), isFailure: true }),
  })
  return (
    <Question
      question={t('members.renewQuestion', { name })}
      isOpen
      onClose={onClose}
      cancelLabel={t('ui.cancel')}
      confirm={{ label: t('members.renew'), onConfirm: () => !isPending && mutate() }}
    >
      <p>{t('members.renewHint')}</p>
    </Question>
  )
}

/** With it a member who has forgotten the password chooses a new one. */
export function ResetQuestion({ orgId, member: { userId, name }, onClose, onMade }: NewLinkProps) {
  const { t } = useText()
  const toast = useToast()
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.createResetLink({ params: { orgId, userId } }),
    onSuccess: ({ token, isMailed }) => onMade({ kind: 'reset', name, token, isMailed }),
    onError: (error) => {
      const situation = situationOf(error)
      const text = ['NO_PASSWORD', 'PASSWORDS_OFF'].includes(codeOf(error) ?? '')
        ? t('members.resetProvider', { name })
        : situation === 'forbidden'
          ? t('members.resetForbidden', { name })
          : situation === 'invalid'
            ? t('members.resetDeactivated', { name })
            : t(`situation.${situation}`)
      onClose()
      toast({ text, isFailure: true })
    },
  })
  return (
    <Question
      question={t('members.resetQuestion', { name })}
      isOpen
      onClose={onClose}
      cancelLabel={t('ui.cancel')}
      confirm={{ label: t('members.reset'), onConfirm: () => !isPending && mutate() }}
    >
      <p>{t('members.resetHint')}</p>
    </Question>
  )
}
