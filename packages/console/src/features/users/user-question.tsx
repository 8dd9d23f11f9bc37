import { useState } from 'react'
import { api } from '../../api/client.ts'
import { situationOf } from '../../api/errors.ts'
import { queryClient, sessionQuery } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { Question } from '../../ui/dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useConfirmed } from '../accounts/ways/use-confirmed.tsx'
import { CHANGES, type UserChange } from './users-query.ts'

const run = ({ kind, user }: UserChange): Promise<unknown> => {
  const params = { userId: user.id }
  return kind === 'free' ? api.deleteUserFactors({ params }) : api.updateUser({ params, body: CHANGES[kind] })
}

/** Every change of an account is asked about: it holds at once, everywhere. */
export function UserQuestion({ change, onClose }: { change: UserChange; onClose: () => void }) {
  const { t } = useText()
  const toast = useToast()
  const [isAsking, setAsking] = useState(true)
  const { kind, user } = change
  const { name } = user
  const end = (told: { text: string; isFailure?: boolean }) => {
    toast(told)
    for (const queryKey of [['users'], sessionQuery.queryKey]) void queryClient.invalidateQueries({ queryKey })
    onClose()
  }
  const changing = useConfirmed(run, {
    onSuccess: () => end({ text: t(`users.${kind}Done`, { name }) }),
    onError: (error) => {
      const situation = situationOf(error)
      end({ text: t(situation === 'invalid' ? 'users.lastAdministrator' : `situation.${situation}`), isFailure: true })
    },
    onCancel: onClose,
  })
  if (!isAsking) return changing.question ?? null
  return (
    <Question
      question={t(`users.${kind}Question`, { name })}
      isOpen
      onClose={onClose}
      cancelLabel={t('ui.cancel')}
      confirm={{
        label: t(`users.${kind}`),
        isDangerous: kind === 'deactivate' || kind === 'free',
        onConfirm: () => {
          setAsking(false)
          changing.mutate(change)
        },
      }}
    >
      <p>{t(`users.${kind}Hint`)}</p>
    </Question>
  )
}
