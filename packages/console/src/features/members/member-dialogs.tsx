import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { instanceQuery } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { SecretDialog } from '../../ui/secret-dialog.tsx'
import type { Asked, MadeLink } from './asked.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { RenewQuestion, ResetQuestion } from './new-links.tsx'
import { LeaveQuestion, RemoveQuestion } from './removal.tsx'

interface MemberDialogsProps {
  orgId: number
  asked: Asked | undefined
  onAsk: (asked: Asked | undefined) => void
}

export function MemberDialogs({ orgId, asked, onAsk }: MemberDialogsProps) {
  const [link, setLink] = useState<MadeLink>()
  const close = () => onAsk(undefined)
  const show = (made: MadeLink) => {
    close()
    setLink(made)
  }
  if (link) return <LinkDialog link={link} onDone={() => setLink(undefined)} />
  if (asked === undefined) return null
  if (asked.kind === 'invite')
    return (
      <InviteDialog
        orgId={orgId}
        onClose={close}
        onInvited={({ email, ...invitation }) => show({ kind: 'invite', name: email, ...invitation })}
      />
    )
  const about = { orgId, member: asked.member, onClose: close }
  if (asked.kind === 'change') return <ChangeDialog {...about} />
  if (asked.kind === 'renew') return <RenewQuestion {...about} onMade={show} />
  if (asked.kind === 'reset') return <ResetQuestion {...about} onMade={show} />
  if (asked.kind === 'leave') return <LeaveQuestion orgId={orgId} onClose={close} />
  return <RemoveQuestion {...about} />
}

function LinkDialog({ link: { kind, name, token, isMailed }, onDone }: { link: MadeLink; onDone: () => void }) {
  const { t } = useText()
  const { data: instance } = useQuery(instanceQuery)
  return (
    <SecretDialog title={t(`members.${kind}Link`)} secret={`${location.origin}/${kind}/${token}`} onDone={onDone}>
      {instance?.sendsMail && !isMailed && `${t('members.notMailed')} `}
      {t(`members.${kind}${isMailed ? 'Mailed' : 'LinkHint'}`, { name })}
    </SecretDialog>
  )
}
