import type { Member } from './members-query.ts'

/** What can be done with a member, or with somebody who was invited. */
export type MemberAction = 'change' | 'reset' | 'remove' | 'leave' | 'renew' | 'withdraw'

/** What somebody wants to do. */
export type Asked = { kind: 'invite' } | { kind: MemberAction; member: Member }

/** A link to hand to somebody, shown once. */
export interface MadeLink {
  kind: 'invite' | 'reset'
  name: string
  token: string
  /** It goes to them by mail, too. */
  isMailed: boolean
}
