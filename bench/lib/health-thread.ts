// Asks for /health as somebody else would while the service works for us, and tells what that was like.
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { HttpClient } from './http.ts'

const PAUSE_MS = 2

const { port } = workerData as { port: number }
const client = await HttpClient.connect(port)
let isOver = false
let count = 0
let longest = 0
parentPort?.once('message', () => {
  isOver = true
})
parentPort?.postMessage('begun')
const began = performance.now()
while (!isOver) {
  const asked = performance.now()
  await client.ok('GET', '/health')
  longest = Math.max(longest, performance.now() - asked)
  count++
  await sleep(PAUSE_MS)
}
parentPort?.postMessage({ longest, rate: (1000 * count) / (performance.now() - began) })
client.close()
