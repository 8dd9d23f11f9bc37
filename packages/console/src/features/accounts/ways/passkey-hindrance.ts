/** Why there are no passkeys on this page; undefined where there are, as far as the page can tell. */
export function passkeyHindrance(): 'address' | 'browser' | undefined {
  const { hostname } = location
  if (!isSecureContext || /^[\d.]+$|^\[/.test(hostname)) return 'address'
  return 'PublicKeyCredential' in window ? undefined : 'browser'
}
