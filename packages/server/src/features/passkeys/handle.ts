/** Who somebody is to their passkeys, in base64url; `passkey_handle` of their row says. */
export const handleOf = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex').toString('base64url')
