/** Loaded by the first who needs it: it takes a fifth of a second and 25 MB, and most that run the service have no use for it. */
export const webauthn = () => import('@simplewebauthn/server')

/** Ed25519, ECDSA with P-256, RSA, in COSE's numbers: what browsers and devices have, and what Node does not call experimental. */
export const ALGORITHMS = [-8, -7, -257]
