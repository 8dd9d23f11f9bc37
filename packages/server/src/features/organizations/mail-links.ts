import type { Entry } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { OrganizationAccess } from '../../http/access.ts'
import type { Call } from '../../implement.ts'
import { acceptedLanguage, chosenLanguage, type Letter, type MailServices, queueMails } from '../../mail/index.ts'
import type { issueToken } from './issue-token.ts'
import type { MemberRow } from './member.ts'

type Making = Pick<Call<Entry>, 'request' | 'now'> & { access: OrganizationAccess }
type Issued = ReturnType<typeof issueToken>

/** True when a mail with the link is on its way; whoever invites has the link all the same. */
export async function mailInvitation(
  tx: Transaction,
  services: MailServices,
  making: Making,
  { email, role }: MemberRow,
  issued: Issued,
): Promise<boolean> {
  const { session } = making.access
  const letter = (organization: string): Letter => ({
    subject: { text: 'invitation.subject', values: { inviter: session.userName, organization } },
    paragraphs: [
      {
        text: 'invitation.body',
        values: { inviter: session.userName, email: session.email, organization, role: { text: `role.${role}` } },
      },
    ],
    link: { text: 'invitation.link', values: { organization }, path: `/invite/${issued.token}` },
    remarks: [{ text: 'goodUntil', values: { time: issued.expiresAt } }, { text: 'invitation.unexpected' }],
  })
  return mailLink(tx, services, making, 'invitation', email, letter, issued)
}

/** The same for a link to a new password that somebody has made for somebody else. */
export async function mailResetLink(
  tx: Transaction,
  services: MailServices,
  making: Making,
  { email }: MemberRow,
  issued: Issued,
): Promise<boolean> {
  const { session } = making.access
  const letter = (organization: string): Letter => ({
    subject: { text: 'reset.subject' },
    paragraphs: [
      {
        text: 'reset.given',
        values: { maker: session.userName, email: session.email, organization, account: email },
      },
    ],
    link: { text: 'reset.link', path: `/reset/${issued.token}` },
    remarks: [{ text: 'goodUntil', values: { time: issued.expiresAt } }, { text: 'reset.unexpected' }],
  })
  return mailLink(tx, services, making, 'password_reset', email, letter, issued)
}

/**
 * In the language that the receiver has chosen, or else that of whoever writes to them: most of them work together. Whether
 * the address has an account cannot be told from anything that the sender sees.
 */
async function mailLink(
  tx: Transaction,
  services: MailServices,
  { access, request, now }: Making,
  kind: 'invitation' | 'password_reset',
  to: string,
  letter: (organization: string) => Letter,
  { tokenHash, expiresAt }: Issued,
): Promise<boolean> {
  if (!services.config.mail) return false
  const { organization, theirs, ours } = await tx.one<{
    organization: string
    theirs: string | null
    ours: string | null
  }>(sql`
    select o.name as organization,
           (select p.value from users u join preferences p on p.user_id = u.id where lower(u.email) = lower(${to})) as theirs,
           (select value from preferences where user_id = ${access.userId}) as ours
    from organizations o where o.id = ${access.organizationId}`)
  const language =
    chosenLanguage(theirs) ?? chosenLanguage(ours) ?? acceptedLanguage(request.headers['accept-language']) ?? 'en'
  const mail = { kind, to, language, letter: letter(organization), tokenHash, expiresAt }
  return (await queueMails(tx, services, { askedBy: access.userId, now }, [mail])) > 0
}
