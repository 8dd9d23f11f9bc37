import { useNavigate } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { situationOf } from '../../api/errors.ts'
import { queryClient, sessionQuery } from '../../api/queries.ts'
import { useMembership, useSession } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { Question } from '../../ui/dialog.tsx'
import { useAction } from '../../ui/use-action.ts'
import { type Member, membersKey } from './members-query.ts'

interface RemoveQuestionProps {
  orgId: number
  member: Member
  onClose: () => void
}

/** Removes a member, or withdraws an invitation. */
export function RemoveQuestion({ orgId, member: { userId, name, joinedAt }, onClose }: RemoveQuestionProps) {
  const { t } = useText()
  const kind = joinedAt === null ? 'withdraw' : 'remove'
  const removal = useAction(() => api.deleteMember({ params: { orgId, userId } }), {
    done: () => t(`members.${kind}Done`, { name }),
    refusal: (error) => (situationOf(error) === 'invalid' ? t('members.lastOwner') : undefined),
    stale: [membersKey(orgId)],
  })
  return (
    <Question
      question={t(`members.${kind}Question`, { name })}
      isOpen
      onClose={onClose}
      cancelLabel={t('ui.cancel')}
      confirm={{
        label: t(`members.${kind}`),
        isDangerous: true,
        onConfirm: () => {
          onClose()
          removal.mutate()
        },
      }}
    >
      <p>{t(`members.${kind}Hint`)}</p>
    </Question>
  )
}

/** Everybody may leave, but not the last owner. */
export function LeaveQuestion({ orgId, onClose }: { orgId: number; onClose: () => void }) {
  const { t } = useText()
  const navigate = useNavigate()
  const { user } = useSession()
  const name = useMembership(orgId)?.name ?? ''
  const leaving = useAction(
    async () => {
      await api.deleteMember({ params: { orgId, userId: user.id } })
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
      await navigate({ to: '/' })
    },
    {
      done: () => t('members.left', { name }),
      refusal: (error) => (situationOf(error) === 'invalid' ? t('members.lastOwner') : undefined),
      stale: [],
    },
  )
  return (
    <Question
      question={t('members.leaveQuestion', { name })}
      isOpen
      onClose={onClose}
      cancelLabel={t('ui.cancel')}
      confirm={{
        label: t('members.leave'),
        isDangerous: true,
        onConfirm: () => {
          onClose()
          leaving.mutate()
        },
      }}
    >
      <p>{t('members.leaveHint')}</p>
    </Question>
  )
}
