import { Worker } from 'node:worker_threads'
import type { TermList, Terms } from '@parlance/checks'
import { eachInTurns } from '../../../turns.ts'
import type { Subject } from '../subjects.ts'
import { subjectsIn } from '../subjects-as-text.ts'
import { type Examination, type Examined, examinedBy, type SentExamination } from './examination.ts'

/** After so long without work the thread ends. */
const IDLE_MS = 30_000
/** A text of this length may take longer than a turn of the event loop, and so may taking so much JSON apart. */
const LONG = 16_384
const LONG_JSON = 2 ** 20

/** What the glossary says: for this thread, or for another, which may have that version already. */
export interface GlossaryOfProject {
  prepared(): Promise<Terms>
  list(known: string | undefined): Promise<TermList | undefined>
}

/**
 * Looks at values: a few in turns between the requests, many, or long ones, on a thread of its own. One examination at a
 * time.
 *
 * States of the thread: none → (needed) → at work ⇄ idle → (30 s pass, or it fails) → none. When it fails, so does the
 * examination, and the next one starts another thread.
 */
export class Examiner {
  #worker: Worker | undefined
  /** The version of the terms that the thread has. */
  #known: string | undefined
  #idle: NodeJS.Timeout | undefined
  readonly #isPatient: boolean

  /** A patient one lets everybody else go first. One that a request waits for does not. */
  constructor({ isPatient = true } = {}) {
    this.#isPatient = isPatient
  }

  async examine(examination: Examination, glossary: GlossaryOfProject, areMany: boolean): Promise<Examined> {
    const { subjects: text, settings } = examination
    if (areMany || text.length > LONG_JSON) return this.#examineOnThread(examination, glossary)
    const subjects = subjectsIn(text)
    const isLong = ({ value, source }: Subject) => value.length + (source?.length ?? 0) > LONG
    if (subjects.some(isLong)) return this.#examineOnThread(examination, glossary)
    const examined = examinedBy(settings, await glossary.prepared())
    await eachInTurns(subjects, (subject) => examined.take(subject))
    return examined.result
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle)
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
  }

  async #examineOnThread(examination: Examination, glossary: GlossaryOfProject): Promise<Examined> {
    clearTimeout(this.#idle)
    const worker = this.#worker ?? this.#start()
    const terms = await glossary.list(this.#known)
    if (terms) this.#known = terms.version
    try {
      return await ask(worker, { ...examination, terms })
    } finally {
      this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref()
    }
  }

  #start(): Worker {
    // Without the options of the process: not all of them suit a file.
    const worker = new Worker(new URL('check-thread.ts', import.meta.url), {
      name: 'check-thread',
      execArgv: [],
      workerData: { isPatient: this.#isPatient },
    })
    const forget = () => {
      if (this.#worker === worker) this.#worker = undefined
    }
    // Without a listener a thread that fails would end the process.
    worker.on('error', forget).on('exit', forget)
    worker.unref()
    this.#worker = worker
    this.#known = undefined
    return worker
  }
}

/** The process waits for the answer, but not for the thread. */
async function ask(worker: Worker, examination: SentExamination): Promise<Examined> {
  const { promise, resolve, reject } = Promise.withResolvers<Examined>()
  const fail = (cause?: unknown) => reject(new Error('The thread that checks values ended', { cause }))
  worker.once('message', resolve).once('error', fail).once('exit', fail)
  // It has ended while the terms were read.
  if (worker.threadId < 0) fail()
  worker.ref()
  worker.postMessage(examination)
  try {
    return await promise
  } finally {
    worker.off('message', resolve).off('error', fail).off('exit', fail)
    worker.unref()
  }
}
