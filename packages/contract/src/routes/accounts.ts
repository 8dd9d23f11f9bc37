import Type from 'typebox'
import { account, anyone, anyoneOrUser, permissions, roleNames } from '../access.ts'
import { Email, Id, Name, Nullable, Text } from '../fields.ts'
import { limits } from '../limits.ts'
import { routes } from '../route.ts'

const Password = Text({ min: 10, max: limits.password })

const User = Type.Object({ id: Id, email: Type.String(), name: Type.String() })

/** One organization of the signed-in user, and what they may do there. */
const Membership = Type.Object({
  id: Id,
  name: Type.String(),
  role: Type.Enum(roleNames),
  permissions: Type.Array(Type.Enum([...permissions])),
  localeCodes: Nullable(Type.Array(Type.String())),
})

const Session = Type.Object({ user: User, organizations: Type.Array(Membership), csrfToken: Type.String() })

export const accountRoutes = routes('Accounts', {
  register: {
    method: 'POST',
    path: '/auth/register',
    summary: 'Create an account with an organization of its own, and sign in',
    access: anyone,
    body: Type.Object({
      email: Email,
      password: Password,
      name: Name,
      organizationName: Type.Optional(Name),
    }),
    responses: { 201: Session },
    errors: ['registrationClosed', 'emailTaken', 'passwordsBusy'],
  },
  login: {
    method: 'POST',
    path: '/auth/login',
    summary: 'Sign in',
    access: anyone,
    body: Type.Object({ email: Text({ max: limits.email }), password: Text({ max: limits.password }) }),
    responses: { 200: Session },
    errors: ['invalidCredentials', 'tooManyLogins', 'passwordsBusy'],
  },
  logout: {
    method: 'POST',
    path: '/auth/logout',
    summary: 'Sign out: the session ends on the server',
    access: account,
    responses: { 204: null },
  },
  getSession: {
    method: 'GET',
    path: '/auth/session',
    summary: 'Who is signed in, where, with which permissions',
    access: account,
    responses: { 200: Session },
  },
  acceptInvite: {
    method: 'POST',
    path: '/auth/accept-invite',
    summary: 'Accept an invitation: signed in with its address, or with a name and a password that make an account',
    access: anyoneOrUser,
    body: Type.Object({
      token: Text({ min: 1, max: 255 }),
      name: Type.Optional(Name),
      password: Type.Optional(Password),
    }),
    responses: { 200: Session },
    errors: ['notFound', 'invitedSomebodyElse', 'inviterMayNot', 'accountExists', 'passwordsBusy'],
  },
  updateMe: {
    method: 'PATCH',
    path: '/auth/me',
    summary: "Change one's name or password; a new password ends one's other sessions",
    access: account,
    body: Type.Object({
      name: Type.Optional(Name),
      password: Type.Optional(Password),
      currentPassword: Type.Optional(Text({ max: limits.password })),
    }),
    responses: { 200: Type.Object({ user: User }) },
    errors: ['invalidCredentials', 'tooManyLogins', 'passwordsBusy'],
  },
})
