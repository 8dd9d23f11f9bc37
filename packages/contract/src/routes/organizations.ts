import Type from 'typebox'
import { organization, roleNames, user } from '../access.ts'
import { Email, Id, LocaleCode, Name, Nullable, named, optionalPages, Text, Time } from '../fields.ts'
import { limits } from '../limits.ts'
import { routes } from '../route.ts'

const KeyLimit = Nullable(Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 }))

const Organization = Type.Object({
  id: Id,
  name: Type.String(),
  role: Type.Enum(roleNames),
  limits: Type.Object({ keys: Nullable(Type.Integer()), machineTranslationCharacters: Type.Optional(Type.Integer()) }),
  usage: Type.Object({ keys: Type.Integer(), machineTranslationCharacters: Type.Optional(Type.Integer()) }),
  isReadOnly: Type.Boolean(),
  createdAt: Time,
  updatedAt: Time,
})

const Locale = Type.Object({
  id: Id,
  code: Type.String(),
  name: Type.String(),
  direction: Type.Enum(['ltr', 'rtl']),
})

const RoleField = Type.Enum(roleNames)
const LocaleRestriction = Nullable(Type.Array(LocaleCode, { maxItems: limits.locales }))

/** For accepting the invitation, once and within seven days. It is told here alone. */
const InviteToken = Type.String()

const Member = Type.Object({
  /** Of somebody who has not joined it is the invitation's own number, and no user's. */
  userId: Id,
  email: Type.String(),
  name: Type.String(),
  role: RoleField,
  localeCodes: Nullable(Type.Array(Type.String())),
  joinedAt: Nullable(Time),
})

named({ Organization, Locale, Member })

export const organizationRoutes = routes('Organizations', {
  listOrganizations: {
    method: 'GET',
    path: '/organizations',
    summary: "One's organizations",
    access: user,
    responses: { 200: Type.Object({ organizations: Type.Array(Organization) }) },
  },
  createOrganization: {
    method: 'POST',
    path: '/organizations',
    summary: 'Create an organization and own it; with closed registration for instance administrators alone',
    access: user,
    body: Type.Object({ name: Name }),
    responses: { 201: Organization },
    errors: ['organizationsClosed', 'quotaExceeded'],
  },
  getOrganization: {
    method: 'GET',
    path: '/organizations/{orgId}',
    summary: 'One organization with its limits and usage',
    access: organization(),
    responses: { 200: Organization },
  },
  updateOrganization: {
    method: 'PATCH',
    path: '/organizations/{orgId}',
    summary: 'Rename an organization; the instance administrator also sets its limits',
    access: organization('organization.manage_settings'),
    body: Type.Object({
      name: Type.Optional(Name),
      limits: Type.Optional(Type.Object({ keys: KeyLimit })),
    }),
    responses: { 200: Organization },
    errors: ['instanceAdminOnly', 'readOnly'],
    effect: 'always',
  },
  deleteOrganization: {
    method: 'DELETE',
    path: '/organizations/{orgId}',
    summary: 'Close an organization, for its owners alone: everything in it is gone at once, for everybody',
    access: organization('organization.manage_settings', { unrestricted: true }),
    body: Type.Object({
      name: Text({ description: 'Its name, exactly as it is: so that nobody closes another one.' }),
    }),
    responses: { 204: null },
    errors: ['ownerOnly'],
  },
  listPeople: {
    method: 'GET',
    path: '/organizations/{orgId}/people',
    summary: 'The names of all who have written something here, also of those who are no members any more',
    access: organization(),
    query: Type.Object({
      who: Type.Optional(
        Type.Enum(['members'], { description: 'Those who are members now instead, whether or not they have written.' }),
      ),
    }),
    responses: { 200: Type.Object({ people: Type.Array(Type.Object({ id: Id, name: Type.String() })) }) },
  },
  listOrganizationLocales: {
    method: 'GET',
    path: '/organizations/{orgId}/locales',
    summary: 'The locales an organization works with',
    access: organization(),
    responses: { 200: Type.Object({ locales: Type.Array(Locale) }) },
  },
  createOrganizationLocale: {
    method: 'POST',
    path: '/organizations/{orgId}/locales',
    summary: 'Add a locale to an organization',
    access: organization('project.manage'),
    body: Type.Object({ code: LocaleCode, name: Type.Optional(Name) }),
    responses: { 201: Locale, 200: Locale },
    errors: ['localeForbidden'],
  },
  listMembers: {
    method: 'GET',
    path: '/organizations/{orgId}/members',
    summary: 'The people of an organization, and those who were invited: they have no `joinedAt` yet',
    access: organization('organization.manage_settings'),
    query: Type.Object({
      search: Type.Optional(Text({ max: 255, description: 'Part of a name or of an email, whatever the case.' })),
      ...optionalPages,
    }),
    responses: {
      200: Type.Object({
        members: Type.Array(Member),
        nextCursor: Nullable(Type.String()),
        hasMore: Type.Boolean(),
      }),
    },
    errors: ['invalidCursor'],
  },
  createMember: {
    method: 'POST',
    path: '/organizations/{orgId}/members',
    summary: 'Invite a person by email, who joins by accepting; inviting again ends the invitation before',
    access: organization('organization.manage_settings', { unrestricted: true }),
    body: Type.Object({
      email: Email,
      role: RoleField,
      localeCodes: Type.Optional(LocaleRestriction),
    }),
    responses: { 201: Type.Object({ member: Member, inviteToken: InviteToken, isMailed: Type.Boolean() }) },
    errors: ['memberExists', 'quotaExceeded'],
  },
  renewInvitation: {
    method: 'POST',
    path: '/organizations/{orgId}/members/{userId}/invite',
    summary: 'A new invitation for somebody who has not joined yet; the one before ends',
    access: organization('organization.manage_settings', { unrestricted: true }),
    responses: { 201: Type.Object({ inviteToken: InviteToken, isMailed: Type.Boolean() }) },
    errors: ['memberJoined'],
  },
  createResetLink: {
    method: 'POST',
    path: '/organizations/{orgId}/members/{userId}/reset-link',
    summary: 'A token with which a member sets a new password, once and within a day; the ones before end',
    access: organization('organization.manage_settings', { unrestricted: true }),
    responses: { 201: Type.Object({ token: Type.String(), expiresAt: Time, isMailed: Type.Boolean() }) },
    errors: [
      'memberNotJoined',
      'memberDeactivated',
      'memberSignsInElsewhere',
      'passwordUseless',
      'ownPassword',
      'higherRole',
      'memberElsewhere',
    ],
  },
  updateMember: {
    method: 'PATCH',
    path: '/organizations/{orgId}/members/{userId}',
    summary: "Change a member's role or languages, or those of an invitation",
    access: organization('organization.manage_settings', { unrestricted: true }),
    body: Type.Object({ role: Type.Optional(RoleField), localeCodes: Type.Optional(LocaleRestriction) }),
    responses: { 200: Member },
    errors: ['lastOwner'],
  },
  deleteMember: {
    method: 'DELETE',
    path: '/organizations/{orgId}/members/{userId}',
    summary:
      'Remove a member, whose API keys and webhooks end for good, or withdraw an invitation; everybody may remove themselves',
    access: organization('organization.manage_settings', { late: true }),
    responses: { 204: null },
    errors: ['lastOwner', 'restrictedToLocales'],
  },
})
