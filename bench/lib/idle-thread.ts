// A loop with nothing to do: how late it is, the machine is to blame for. Asked once, it tells and ends.
import { parentPort } from 'node:worker_threads'
import { watchTurns } from '../../packages/server/test/longest-turn.ts'

const end = watchTurns()
parentPort?.once('message', () => parentPort?.postMessage(end()))
parentPort?.postMessage('watching')
