// What a run leaves behind is taken away at its end, however it ends: success, failure or Ctrl-C.

type Cleanup = () => void | Promise<void>

const pending: Cleanup[] = []
let ended = false

/** The last thing registered goes first. Once the end has come, what arrives late is cleaned up at once. */
export function atEnd(cleanup: Cleanup): void {
  if (ended) void Promise.resolve(cleanup()).catch(report)
  else pending.push(cleanup)
}

export async function cleanUp(): Promise<void> {
  ended = true
  for (let cleanup = pending.pop(); cleanup; cleanup = pending.pop()) {
    await Promise.resolve(cleanup()).catch(report)
  }
}

const report = (error: unknown) => console.error('Cleaning up failed:', error)
