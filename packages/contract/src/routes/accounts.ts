import Type from 'typebox'
import { account, anyone, anyoneOrUser } from '../access.ts'
import { Email, Id, Name, Nullable, named, Text, Time } from '../fields.ts'
import { limits } from '../limits.ts'
import { routes } from '../route.ts'
import { Session, User } from '../session.ts'

const Password = Text({ min: 10, max: limits.password })

const Token = Text({ min: 1, max: 255 })

/** A sign-in that has not ended. What it came with is null where it began before that was kept. */
const SignIn = Type.Object({
  id: Id,
  createdAt: Time,
  /** To the minute. */
  lastUsedAt: Time,
  userAgent: Nullable(Type.String()),
  address: Nullable(Type.String()),
  isCurrent: Type.Boolean(),
})

const Preferences = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  description: `Anything that a client wants to find again, as JSON of at most ${limits.preferences} bytes.`,
})

named({ SignIn, Preferences })

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
    errors: ['registrationClosed', 'passwordsOff', 'emailTaken', 'passwordsBusy'],
  },
  login: {
    method: 'POST',
    path: '/auth/login',
    summary: 'Sign in; of an account with a second factor this is the first of two steps',
    access: anyone,
    body: Type.Object({ email: Text({ max: limits.email }), password: Text({ max: limits.password }) }),
    responses: { 200: Session },
    errors: ['invalidCredentials', 'secondFactorRequired', 'passwordsOff', 'tooManyLogins', 'passwordsBusy'],
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
      token: Token,
      name: Type.Optional(Name),
      password: Type.Optional(Password),
    }),
    responses: { 200: Session },
    errors: [
      'notFound',
      'invitedSomebodyElse',
      'inviterMayNot',
      'passwordsOff',
      'accountExists',
      'tooManyLogins',
      'passwordsBusy',
    ],
  },
  getInvite: {
    method: 'GET',
    path: '/auth/invites/{token}',
    summary: 'What an invitation is for, as long as it can be accepted',
    access: anyone,
    responses: { 200: Type.Object({ organizationName: Type.String(), email: Type.String(), expiresAt: Time }) },
    errors: ['notFound', 'tooManyLogins', 'passwordsBusy'],
  },
  forgotPassword: {
    method: 'POST',
    path: '/auth/forgot-password',
    summary: 'Have a reset link mailed to oneself; the answer is the same whether the address has an account',
    access: anyone,
    body: Type.Object({ email: Email }),
    responses: { 204: null },
    errors: ['mailOff', 'tooManyResets'],
  },
  resetPassword: {
    method: 'POST',
    path: '/auth/reset-password',
    summary: 'Set a new password with a reset link, which ends all sessions of the person, and sign in',
    access: anyone,
    body: Type.Object({ token: Token, password: Password }),
    responses: { 200: Session },
    errors: ['notFound', 'invalidCredentials', 'secondFactorRequired', 'tooManyLogins', 'passwordsBusy'],
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
  listSessions: {
    method: 'GET',
    path: '/auth/sessions',
    summary: "One's sessions: the current one, then those used last",
    access: account,
    responses: { 200: Type.Object({ sessions: Type.Array(SignIn) }) },
  },
  deleteSession: {
    method: 'DELETE',
    path: '/auth/sessions/{sessionId}',
    summary: "End one of one's sessions, and its streams",
    access: account,
    responses: { 204: null },
    errors: ['notFound'],
  },
  deleteOtherSessions: {
    method: 'DELETE',
    path: '/auth/sessions',
    summary: "End all of one's sessions but the current one, and their streams",
    access: account,
    responses: { 204: null },
  },
  getPreferences: {
    method: 'GET',
    path: '/auth/preferences',
    summary: 'What was put there last; an empty object before that',
    access: account,
    responses: { 200: Preferences },
  },
  putPreferences: {
    method: 'PUT',
    path: '/auth/preferences',
    summary: "Keep a client's own settings for this person, in place of all that was there",
    access: account,
    body: Preferences,
    responses: { 200: Preferences },
    errors: ['bodyMissing'],
  },
})
