/** Whoever waits until somebody has signed in again. */
let waiting: (() => void)[] = []
const listeners = new Set<() => void>()

const tell = () => {
  for (const listener of listeners) listener()
}

/** Asks for the password above the page, as it is; done when somebody has signed in. However many ask, one dialog opens. */
export function askToSignIn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) tell()
  })
}

export function signedInAgain(): void {
  const done = waiting
  waiting = []
  tell()
  for (const resolve of done) resolve()
}

export const isAsking = () => waiting.length > 0

export function subscribeToAsking(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
