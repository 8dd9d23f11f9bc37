import Type from 'typebox'
import { named, Text } from './fields.ts'

/** Bytes of WebAuthn in base64url. What a passkey can sign or tell is far below. */
const Bytes = (max: number) => Text({ min: 1, max })

const common = {
  // WebAuthn ends it at 1,023 bytes.
  id: Bytes(1364),
  rawId: Bytes(1364),
  type: Type.Literal('public-key'),
}

/** What `navigator.credentials.create` gives, in the JSON of WebAuthn. */
export const PasskeyAttestation = Type.Object({
  ...common,
  response: Type.Object({
    clientDataJSON: Bytes(8192),
    attestationObject: Bytes(65_536),
    transports: Type.Optional(Type.Array(Text({ max: 32 }), { maxItems: 10 })),
  }),
})

/** What `navigator.credentials.get` gives, in the JSON of WebAuthn. */
export const PasskeyAssertion = Type.Object({
  ...common,
  response: Type.Object({
    clientDataJSON: Bytes(8192),
    authenticatorData: Bytes(8192),
    signature: Bytes(8192),
    userHandle: Type.Optional(Text({ max: 256 })),
  }),
})

named({ PasskeyAttestation, PasskeyAssertion })
