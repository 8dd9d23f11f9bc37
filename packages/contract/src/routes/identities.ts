import Type from 'typebox'
import { account, anyone, anyoneOrUser } from '../access.ts'
import { Id, Nullable, named, Text, Time } from '../fields.ts'
import { limits } from '../limits.ts'
import { routes } from '../route.ts'
import { Session } from '../session.ts'

/** Where somebody wants to be afterwards. What is no path of the service itself counts as its start. */
const ReturnTo = Text({ max: 2048 })

/** Where the browser is to go: to the identity provider, which leads it back to `/sign-in/provider`. */
const Departure = Type.Object({ url: Type.String() })

/** An account at the identity provider that opens the account of a person. */
const Identity = Type.Object({
  id: Id,
  /** Null: it is of a provider that was set up here before. */
  provider: Nullable(Type.String()),
  issuer: Type.String(),
  /** As the provider told it last. It names nobody: people are known by what never changes. */
  email: Nullable(Type.String()),
  createdAt: Time,
  /** Null before its first use. */
  lastUsedAt: Nullable(Time),
})

const Arrival = Type.Object({ ...Session.properties, returnTo: Type.String() })

named({ Departure, Identity, Arrival })

export const identityRoutes = routes('Accounts', {
  beginProviderSignIn: {
    method: 'POST',
    path: '/auth/provider/sign-in',
    summary: 'Begin to sign in with the identity provider, if need be to accept an invitation by it',
    access: anyone,
    body: Type.Object({
      returnTo: Type.Optional(ReturnTo),
      inviteToken: Type.Optional(Text({ min: 1, max: 255 })),
    }),
    responses: { 200: Departure },
    errors: ['providerOff', 'notFound', 'tooManyLogins', 'passwordsBusy', 'identityProviderFailed'],
  },
  beginIdentityLink: {
    method: 'POST',
    path: '/auth/provider/link',
    summary: "Begin to link one's account to one at the identity provider",
    access: account,
    body: Type.Object({ currentPassword: Text({ max: limits.password }), returnTo: Type.Optional(ReturnTo) }),
    responses: { 200: Departure },
    errors: [
      'providerOff',
      'invalidCredentials',
      'identityLinked',
      'tooManyLogins',
      'passwordsBusy',
      'identityProviderFailed',
    ],
  },
  completeProviderSignIn: {
    method: 'POST',
    path: '/auth/provider/complete',
    summary: 'Complete what was begun, in the same browser, with what the identity provider sent along on the way back',
    access: anyoneOrUser,
    body: Type.Object({ query: Text({ min: 1, max: 16_384 }) }),
    responses: { 200: Arrival },
    errors: [
      'providerOff',
      'signInOver',
      'signInCancelled',
      'secondFactorRequired',
      'addressUnverified',
      'notAdmitted',
      'noAccountsYet',
      'accountDeactivated',
      'invitedSomebodyElse',
      'inviterMayNot',
      'notFound',
      'addressTaken',
      'identityTaken',
      'identityLinked',
      'tooManyLogins',
      'passwordsBusy',
      'identityProviderFailed',
    ],
  },
  listIdentities: {
    method: 'GET',
    path: '/auth/identities',
    summary: "The accounts at identity providers that open one's account",
    access: account,
    responses: { 200: Type.Object({ identities: Type.Array(Identity), hasPassword: Type.Boolean() }) },
  },
  deleteIdentity: {
    method: 'DELETE',
    path: '/auth/identities/{identityId}',
    summary: "Unlink one of them, which ends one's other sessions",
    access: account,
    body: Type.Object({ currentPassword: Text({ max: limits.password }) }),
    responses: { 204: null },
    errors: ['onlyWayIn', 'invalidCredentials', 'notFound', 'tooManyLogins', 'passwordsBusy'],
  },
})
