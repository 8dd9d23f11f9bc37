/** An address of the console itself, so that a link cannot send anybody elsewhere; else its start. */
export function ownAddress(next: unknown): string {
  if (typeof next !== 'string' || !next.startsWith('/')) return '/'
  const url = new URL(next, 'https://console.invalid')
  // Of `/.//elsewhere` this would be left, which names another host.
  if (url.origin !== 'https://console.invalid' || url.pathname.startsWith('//')) return '/'
  return url.pathname + url.search + url.hash
}
