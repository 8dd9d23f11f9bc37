import { useSession } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { RowActions } from '../../ui/table.tsx'
import styles from './users.module.css'
import type { InstanceUser, UserChange } from './users-query.ts'

interface UserRowProps {
  user: InstanceUser
  onAsk: (kind: UserChange['kind']) => void
}

export function UserRow({ user, onAsk }: UserRowProps) {
  const { t, number, dateTime, relativeTime } = useText()
  const isOneself = useSession().user.id === user.id
  return (
    <tr>
      <th scope="row">
        <span dir="auto">{user.name}</span> {isOneself && <Badge>{t('members.you')}</Badge>}{' '}
        {user.isInstanceAdmin && <Badge tone="accent">{t('users.administrator')}</Badge>}{' '}
        {!user.isActive && <Badge tone="bad">{t('users.deactivated')}</Badge>}
        <span className={styles.email}>{user.email}</span>
      </th>
      <td>{number(user.organizationCount)}</td>
      <td className={styles.when}>{dateTime(user.createdAt)}</td>
      <td className={styles.when}>
        {user.lastSeenAt === null ? (
          t('users.never')
        ) : (
          <span title={dateTime(user.lastSeenAt)}>{relativeTime(user.lastSeenAt)}</span>
        )}
      </td>
      <RowActions>
        {changesOf(user).map((kind) => (
          <Button
            key={kind}
            kind="quiet"
            aria-label={t('ui.actionNamed', { action: t(`users.${kind}`), name: user.name })}
            onClick={() => onAsk(kind)}
          >
            {t(`users.${kind}`)}
          </Button>
        ))}
      </RowActions>
    </tr>
  )
}

function changesOf({ isActive, isInstanceAdmin, hasSecondFactor, passkeyCount }: InstanceUser): UserChange['kind'][] {
  if (!isActive) return ['reactivate']
  const isFree = !hasSecondFactor && passkeyCount === 0
  return [isInstanceAdmin ? 'demote' : 'promote', ...(isFree ? [] : (['free'] as const)), 'deactivate']
}
