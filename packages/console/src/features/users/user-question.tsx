import { api } from '../../api/client.ts'
import { situationOf } from '../../api/errors.ts'
import { sessionQuery } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { Question } from '../../ui/dialog.tsx'
import { useAction } from '../../ui/use-action.ts'
import { CHANGES, type UserChange } from './users-query.ts'

/** Every change of an account is asked about: it holds at once, everywhere. */
export function UserQuestion({ change: { kind, user }, onClose }: { change: UserChange; onClose: () => void }) {
  const { t } = useText()
  const { id: userId, name } = user
  const changing = useAction(() => api.updateUser({ params: { userId }, body: CHANGES[kind] }), {
    done: () => t(`users.${kind}Done`, { name }),
    refusal: (error) => (situationOf(error) === 'invalid' ? t('users.lastAdministrator') : undefined),
    stale: [['users'], sessionQuery.queryKey],
  })
  return (
    <Question
      question={t(`users.${kind}Question`, { name })}
      isOpen
      onClose={onClose}
      cancelLabel={t('ui.cancel')}
      confirm={{
        label: t(`users.${kind}`),
        isDangerous: kind === 'deactivate',
        onConfirm: () => {
          onClose()
          changing.mutate()
        },
      }}
    >
      <p>{t(`users.${kind}Hint`)}</p>
    </Question>
  )
}
