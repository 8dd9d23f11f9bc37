// Loaded into the service before all else: watches its event loop from "watch" to "tell".
import { isMainThread } from 'node:worker_threads'
import { type Held, watchTurns } from '../../packages/server/test/longest-turn.ts'

let end: () => Held = () => ({ clock: 0, work: 0 })

// The service's threads load this too; they have loops of their own.
if (isMainThread) {
  process.on('message', (message) => {
    const held = end()
    if (message === 'watch') end = watchTurns()
    process.send?.(held)
  })
  // The service ends when it has nothing more to do, whoever could still ask.
  process.channel?.unref()
}
