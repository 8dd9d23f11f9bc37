// What a run leaves behind is taken away at its end, however it ends: success, failure or Ctrl-C.

type Cleanup = () => Promise<void>

const pending: Cleanup[] = []
let ending: Promise<void> | undefined

/** The last thing registered goes first. Once the end has come, what arrives late is cleaned up at once. */
export function atEnd(cleanup: Cleanup): void {
  if (ending) void cleanup().catch(report)
  else pending.push(cleanup)
}

/** Ctrl-C makes the run fail as well, so two may ask for the end; there is one, and both wait for it. */
export function cleanUp(): Promise<void> {
  ending ??= (async () => {
    for (const cleanup of pending.reverse()) await cleanup().catch(report)
  })()
  return ending
}

const report = (error: unknown) => console.error('Cleaning up failed:', error)
