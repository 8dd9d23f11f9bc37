import Type from 'typebox'
import { account, anyone } from '../access.ts'
import { Id, Name, Nullable, named, Time } from '../fields.ts'
import { PasskeyAssertion, PasskeyAttestation } from '../passkey.ts'
import { routes } from '../route.ts'
import { Session } from '../session.ts'

const Passkey = Type.Object({
  id: Id,
  name: Type.String(),
  createdAt: Time,
  /** Null before it has let anybody in. */
  lastUsedAt: Nullable(Time),
})

/** As they go to `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`. */
const Options = (what: string) =>
  Type.Object({
    options: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      description: `What the browser is asked for, in the JSON of WebAuthn: ${what}.`,
    }),
  })

named({ Passkey })

export const passkeyRoutes = routes('Accounts', {
  beginPasskeyLogin: {
    method: 'POST',
    path: '/auth/login/passkey/challenge',
    summary: 'Begin to sign in, or to confirm that it is you, with a passkey; it is good once, for ten minutes',
    access: anyone,
    responses: { 201: Options('`PublicKeyCredentialRequestOptionsJSON`') },
    errors: ['passkeysUnavailable', 'tooManyLogins'],
  },
  loginWithPasskey: {
    method: 'POST',
    path: '/auth/login/passkey',
    summary: 'Sign in with a passkey, which needs no second step',
    access: anyone,
    body: Type.Object({ credential: PasskeyAssertion }),
    responses: { 200: Session },
    errors: ['passkeysUnavailable', 'wrongPasskey', 'passwordsOff'],
  },
  listPasskeys: {
    method: 'GET',
    path: '/auth/passkeys',
    summary: "One's passkeys, the newest first",
    access: account,
    responses: { 200: Type.Object({ passkeys: Type.Array(Passkey) }) },
  },
  beginPasskey: {
    method: 'POST',
    path: '/auth/passkeys/registration',
    summary: 'Begin to add a passkey; it is good once, for ten minutes, in this session',
    access: account,
    responses: { 201: Options('`PublicKeyCredentialCreationOptionsJSON`') },
    errors: ['confirmationRequired', 'passkeysUnavailable', 'quotaExceeded'],
  },
  createPasskey: {
    method: 'POST',
    path: '/auth/passkeys',
    summary: 'Add the passkey that the browser has made',
    access: account,
    body: Type.Object({ name: Name, credential: PasskeyAttestation }),
    responses: { 201: Passkey },
    errors: ['confirmationRequired', 'passkeysUnavailable', 'passkeyNotTaken', 'quotaExceeded'],
  },
  updatePasskey: {
    method: 'PATCH',
    path: '/auth/passkeys/{passkeyId}',
    summary: 'Give a passkey another name',
    access: account,
    body: Type.Object({ name: Name }),
    responses: { 200: Passkey },
    errors: ['notFound'],
  },
  deletePasskey: {
    method: 'DELETE',
    path: '/auth/passkeys/{passkeyId}',
    summary: 'Remove a passkey: it lets nobody in any more',
    access: account,
    responses: { 204: null },
    errors: ['confirmationRequired', 'notFound', 'onlyWayIn'],
  },
})
