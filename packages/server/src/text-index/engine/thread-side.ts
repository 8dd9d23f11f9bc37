import { parentPort, workerData } from 'node:worker_threads'
import { ArenaFullError } from './errors.ts'
import type { Ask, FromThread, ThreadData, ToThread } from './messages.ts'

/** The other end of `Thread`, inside the thread. */
export const { memory, unwanted, isPatient } = workerData as ThreadData

const questions = new Map<number, { resolve: (at: number) => void; reject: (error: Error) => void }>()
let asked = 0

export const tell = (message: FromThread) => parentPort?.postMessage(message)

/** Memory that is this thread's until it is released or becomes part of the state of an index. */
export function allocate(bytes: number): Promise<number> {
  const question = ++asked
  return new Promise((resolve, reject) => {
    questions.set(question, { resolve, reject })
    tell({ question, bytes })
  })
}

export const release = (at: number) => tell({ release: at })

/** Calls come in the order in which they were made; while one waits, the next is begun. */
export function serve(answer: (ask: Ask, call: number) => unknown): void {
  parentPort?.on('message', async (message: ToThread) => {
    if ('question' in message) return hear(message.question, message.at)
    const { call, ask } = message
    try {
      tell({ call, answer: await answer(ask, call) })
    } catch (fault) {
      // A copy of an error is no longer of its class.
      tell({ call, fault, isFull: fault instanceof ArenaFullError })
    }
  })
}

function hear(question: number, at: number | undefined): void {
  const waiting = questions.get(question)
  questions.delete(question)
  if (at === undefined) waiting?.reject(new ArenaFullError('No memory is left'))
  else waiting?.resolve(at)
}
