import { setTimeout as sleep } from 'node:timers/promises'
import { readEvents, StreamRefusedError } from '@parlance/sdk'
import { exitCodes } from '../exit-codes.ts'
import type { Output } from '../output/output.ts'
import { Failure } from '../problem.ts'
import { problemsOf } from '../problems-of.ts'
import type { Service } from '../service/service.ts'

/** So long after the last change: people and machines seldom write one value alone. */
const QUIET_MS = 200

/** Pulls after every change of the project, until a signal ends it. What fails once is tried again with the next change. */
export async function followChanges(
  { url, apiKey }: Service,
  output: Output,
  pull: () => Promise<object>,
): Promise<never> {
  const due = new Due()
  const puller = pullWhenDue(due, output, pull)
  const onRetry = ({ cause }: { cause: unknown }) => {
    if (cause !== undefined) output.note(`The connection was lost (${cause instanceof Error ? cause.message : cause})`)
  }
  try {
    // A `reset` comes first and after long absences: what was missed then is not told, so everything is pulled.
    for await (const message of readEvents({ baseUrl: url, apiKey, onRetry }))
      due.comes(message.event === 'reset' ? 0 : QUIET_MS)
  } catch (error) {
    throw error instanceof StreamRefusedError ? refused(error) : error
  }
  return puller
}

async function pullWhenDue(due: Due, output: Output, pull: () => Promise<object>): Promise<never> {
  while (true) {
    await due.arrived()
    try {
      await pull()
    } catch (error) {
      for (const problem of await problemsOf(error)) output.problem(problem)
    }
    output.note('Waiting for changes')
  }
}

/** When something is to be done: so long after it was asked for last. */
class Due {
  #at: number | undefined
  #wake = () => {}

  comes(inMs: number): void {
    this.#at = Date.now() + inMs
    this.#wake()
  }

  async arrived(): Promise<void> {
    while (this.#at === undefined) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    while (this.#at > Date.now()) await sleep(this.#at - Date.now())
    this.#at = undefined
  }
}

function refused({ status, code = 'STREAM_REFUSED', message }: StreamRefusedError): Failure {
  const isForbidden = status === 401 || status === 403
  return new Failure({ exitCode: isForbidden ? exitCodes.notAllowed : exitCodes.refused, code, message })
}
