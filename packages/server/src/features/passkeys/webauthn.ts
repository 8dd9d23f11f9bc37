/** Loaded by the first who needs it: it takes a fifth of a second and 25 MB, and most that run the service have no use for it. */
export const webauthn = () => import('@simplewebauthn/server')

/** Ed25519, ECDSA with P-256, RSA, in COSE's numbers: what browsers and devices have, and what Node does not call experimental. */
export const ALGORITHMS = [-8, -7, -257]

/**
 * What a browser tells of a new passkey, without its word for who made the device. Nobody asked for that, and whoever checks it asks
 * the addresses that are named in its certificates, which are anybody's: with them a member could have the service ask others.
 */
export async function withoutMaker(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoCBOR } = await import('@simplewebauthn/server/helpers')
  const told = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
  const statement = new Map<string, string>()
  const bare = new Map<string, string | Uint8Array | typeof statement>([
    ['fmt', 'none'],
    ['attStmt', statement],
    ['authData', told.get('authData')],
  ])
  return Buffer.from(isoCBOR.encode(bare)).toString('base64url')
}
