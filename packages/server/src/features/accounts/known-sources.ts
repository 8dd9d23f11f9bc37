/** So long after the last sign-in from there a source is as strange as any other. */
const KNOWN_FOR_MS = 90 * 86_400_000

export const knownSince = (now: Date) => new Date(now.getTime() - KNOWN_FOR_MS)
