/** Whoever waits until somebody has signed in again. */
let waiting: (() => void)[] = []
/** Somebody wants to look at the page first. */
let isPutOff = false
const listeners = new Set<() => void>()

const tell = () => {
  for (const listener of listeners) listener()
}

/**
 * Asks for the password above the page, as it is; done when somebody has signed in. However many ask, one dialog opens.
 * Quietly, it waits for the next that is not quiet: a dialog would take the letters of somebody who types.
 */
export function askToSignIn({ isQuiet = false } = {}): Promise<void> {
  return new Promise((resolve) => {
    isPutOff = isQuiet && askingState() !== 'now'
    waiting.push(resolve)
    tell()
  })
}

export function askAgain(): void {
  isPutOff = false
  tell()
}

export function askLater(): void {
  isPutOff = true
  tell()
}

export function signedInAgain(): void {
  const done = waiting
  waiting = []
  tell()
  for (const resolve of done) resolve()
}

/** `later`: somebody closed the dialog, and what they did since then waits. */
export const askingState = (): 'no' | 'now' | 'later' => (waiting.length === 0 ? 'no' : isPutOff ? 'later' : 'now')

export function subscribeToAsking(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
