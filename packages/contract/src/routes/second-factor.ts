import Type from 'typebox'
import { account, anyone } from '../access.ts'
import { Nullable, named, Text, Time } from '../fields.ts'
import { limits } from '../limits.ts'
import { PasskeyAssertion } from '../passkey.ts'
import { routes } from '../route.ts'
import { Session } from '../session.ts'

/** Six digits, or a recovery code; whatever spaces and hyphens stand between. */
const Code = Text({ min: 1, max: 100 })

const SecondFactor = Type.Object({
  isOn: Type.Boolean(),
  /** Null while it is off. */
  createdAt: Nullable(Time),
  /** Null before its first use. */
  lastUsedAt: Nullable(Time),
  recoveryCodesLeft: Type.Integer(),
  /** Somebody who comes in another way alone has none. */
  hasPassword: Type.Boolean(),
})

const Enrolment = Type.Object({ secret: Type.String(), uri: Type.String(), expiresAt: Time })

const RecoveryCodes = Type.Object({ recoveryCodes: Type.Array(Type.String()) })

named({ SecondFactor, Enrolment, RecoveryCodes })

export const secondFactorRoutes = routes('Accounts', {
  completeLogin: {
    method: 'POST',
    path: '/auth/login/second-factor',
    summary: 'The second step of a sign-in: a code of the app, or a recovery code',
    access: anyone,
    body: Type.Object({ token: Text({ min: 1, max: 255 }), code: Code }),
    responses: { 200: Session },
    errors: ['secondStepOver', 'wrongCode', 'tooManyCodes'],
  },
  confirmIdentity: {
    method: 'POST',
    path: '/auth/confirm',
    summary: 'Confirm that it is still you, with one of three things, before ways to sign in are changed',
    access: account,
    body: Type.Object({
      password: Type.Optional(Text({ max: limits.password })),
      code: Type.Optional(Code),
      credential: Type.Optional(PasskeyAssertion),
    }),
    responses: { 200: Type.Object({ expiresAt: Time }) },
    errors: [
      'nothingSent',
      'invalidCredentials',
      'wrongCode',
      'wrongPasskey',
      'passkeysUnavailable',
      'tooManyLogins',
      'tooManyCodes',
      'passwordsBusy',
    ],
  },
  getSecondFactor: {
    method: 'GET',
    path: '/auth/second-factor',
    summary: "Whether one's account has a second factor, when it was last used, and how many recovery codes are left",
    access: account,
    responses: { 200: SecondFactor },
  },
  beginSecondFactor: {
    method: 'POST',
    path: '/auth/second-factor/enrolment',
    summary: 'Get a secret for an app that makes codes; it counts for nothing until a code of it is sent',
    access: account,
    responses: { 201: Enrolment },
    errors: ['confirmationRequired'],
  },
  createSecondFactor: {
    method: 'POST',
    path: '/auth/second-factor',
    summary:
      'Switch the second factor on, or over to another app, with a code of the secret; answers recovery codes, once',
    access: account,
    body: Type.Object({ code: Code }),
    responses: { 201: RecoveryCodes },
    errors: ['confirmationRequired', 'enrolmentOver', 'wrongCode'],
  },
  deleteSecondFactor: {
    method: 'DELETE',
    path: '/auth/second-factor',
    summary: 'Switch the second factor off; its recovery codes are void',
    access: account,
    responses: { 204: null },
    errors: ['confirmationRequired', 'notFound'],
  },
  renewRecoveryCodes: {
    method: 'POST',
    path: '/auth/second-factor/recovery-codes',
    summary: 'Make new recovery codes; those of before are void',
    access: account,
    responses: { 201: RecoveryCodes },
    errors: ['confirmationRequired', 'notFound'],
  },
})
