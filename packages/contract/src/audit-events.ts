/** What the audit log of an organization tells: who came in, and who changed what others may do. */
export const auditEvents = {
  'sign_in.succeeded': 'A member signed in; `way` says how where it was not by a password: `provider` or `passkey`.',
  'sign_in.failed':
    'Somebody tried a wrong password for the account of a member. Many in a row are told as far as they help.',
  'identity.linked': 'An account at the identity provider opens the account of a member from now on.',
  'identity.unlinked': 'An account at the identity provider opens the account of a member no longer.',
  'password.reset': 'A member set a new password with a reset link.',
  'second_factor.enabled': 'A member set up a second factor, or set it up anew.',
  'second_factor.disabled': 'A member switched their second factor off.',
  'second_factor.failed':
    'Somebody who had the password of a member tried a wrong code. Many in a row are told as far as they help.',
  'recovery_codes.renewed': 'A member made new recovery codes; those of before are void.',
  'recovery_code.used': 'A member confirmed who they are with a recovery code.',
  'passkey.added': 'A member added a passkey.',
  'passkey.removed': 'A member removed a passkey.',
  'organization.updated': 'The settings of the organization were changed.',
  'organization.closed': 'The organization was closed. Nobody can read this there any more.',
  'member.invited': 'Somebody was invited, or invited again.',
  'member.joined': 'An invitation was accepted, or somebody joined by signing in with the identity provider.',
  'member.reset_link_created': 'A link was made with which a member can set a new password.',
  'member.role_changed': 'A member got another role.',
  'member.restriction_changed': 'A member was restricted to other languages, or to none.',
  'member.removed': 'A member was removed, or an invitation withdrawn.',
  'member.left': 'A member left.',
  'member.deactivated': 'An administrator of the instance deactivated the account of a member.',
  'member.reactivated': 'An administrator of the instance let a member sign in again.',
  'member.second_factor_removed':
    'An administrator of the instance, or who runs it, removed the second factor and the passkeys of a member.',
  'member.administration_changed': 'A member became an administrator of the instance, or is none any more.',
  'project.created': 'A project was created.',
  'project.updated': 'The settings of a project were changed.',
  'project.deleted': 'A project was deleted.',
  'api_key.created': 'An API key was created.',
  'api_key.revoked': 'An API key was revoked.',
  'webhook.created': 'A webhook was created.',
  'webhook.updated': 'A webhook was changed, or its secret made anew.',
  'webhook.taken_over': 'A webhook has a new creator, whose languages it carries from now on.',
  'webhook.deleted': 'A webhook was deleted.',
} as const satisfies Record<string, string>

export type AuditEvent = keyof typeof auditEvents
export const auditEventNames = Object.keys(auditEvents) as AuditEvent[]

/** What an entry can be about. */
export const auditSubjects = ['user', 'member', 'organization', 'project', 'api_key', 'webhook'] as const
export type AuditSubject = (typeof auditSubjects)[number]
