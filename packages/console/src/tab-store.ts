/** What this tab alone keeps, over reloads and ways out and back. Browsers may forbid it. */
export function tabStore(): Storage | undefined {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}
