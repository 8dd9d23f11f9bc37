import { type Membership, useSession } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { RowActions } from '../../ui/table.tsx'
import { useLanguageName } from '../../ui/use-language-name.ts'
import type { MemberAction } from './asked.ts'
import styles from './members.module.css'
import { isHigher, type Member } from './members-query.ts'

interface MemberRowProps {
  member: Member
  /** Of whoever looks. */
  membership: Membership
  mayChange: boolean
  mayWrite: boolean
  onAsk: (action: MemberAction) => void
}

export function MemberRow({ member, membership, mayChange, mayWrite, onAsk }: MemberRowProps) {
  const { t, dateTime } = useText()
  const { user } = useSession()
  const isOneself = member.userId === user.id
  return (
    <tr>
      <th scope="row">
        <span dir="auto">{member.name}</span> {isOneself && <Badge>{t('members.you')}</Badge>}
        {member.name !== member.email && <span className={styles.email}>{member.email}</span>}
      </th>
      <td>{t(`role.${member.role}`)}</td>
      <td>
        <Restriction codes={member.localeCodes} />
      </td>
      <td>
        {member.joinedAt === null ? (
          <Badge tone="waiting">{t('members.invited')}</Badge>
        ) : (
          <span className={styles.when}>{dateTime(member.joinedAt)}</span>
        )}
      </td>
      <RowActions>
        {actionsFor({ member, membership, isOneself, mayChange, mayWrite }).map((action) => (
          <Button
            key={action}
            kind="quiet"
            aria-label={t(`members.${action}Named`, {
              name: isOneself && action === 'leave' ? membership.name : member.name,
            })}
            onClick={() => onAsk(action)}
          >
            {t(`members.${action}`)}
          </Button>
        ))}
      </RowActions>
    </tr>
  )
}

function actionsFor({
  member: { role, joinedAt },
  membership,
  isOneself,
  mayChange,
  mayWrite,
}: Omit<MemberRowProps, 'onAsk'> & { isOneself: boolean }): MemberAction[] {
  const writing: MemberAction[] = !mayWrite
    ? []
    : joinedAt === null
      ? ['renew', 'change']
      : // Nobody gives a password to somebody who may do more.
        isOneself || isHigher(role, membership.role)
        ? ['change']
        : ['reset', 'change']
  if (isOneself) return [...writing, 'leave']
  return mayChange ? [...writing, joinedAt === null ? 'withdraw' : 'remove'] : writing
}

function Restriction({ codes }: { codes: readonly string[] | null }) {
  const { t, locale } = useText()
  const nameOf = useLanguageName()
  if (codes === null) return t('members.allLanguages')
  if (codes.length === 0) return t('members.noLanguages')
  return (
    <span className={styles.languages}>
      {new Intl.ListFormat(locale, { style: 'narrow' }).format(codes.map(nameOf))}
    </span>
  )
}
