const HERE = 'https://here.invalid'

/** A path of the service itself, so that no link can send anybody elsewhere by way of a sign-in; else its start. */
export function ownPath(text: string | undefined): string {
  if (!text?.startsWith('/') || !URL.canParse(text, HERE)) return '/'
  const { origin, pathname, search, hash } = new URL(text, HERE)
  // Of `/.//elsewhere` this would be left, which names another host.
  return origin !== HERE || pathname.startsWith('//') ? '/' : pathname + search + hash
}
