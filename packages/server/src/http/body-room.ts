import type { FastifyRequest } from 'fastify'
import type { Claim } from './fair-shares.ts'

/**
 * The room that a body takes. As long as it waits or arrives it is given back when its client goes. What a handler works
 * on stays in memory until that is done, whether somebody still waits for the answer or not: were the room given back
 * earlier, whoever sends and hangs up, over and over, could fill the memory with bodies.
 */
export class BodyRoom {
  readonly #claim: Claim
  #isWorkedOn = false
  #isAnswered = false

  constructor(claim: Claim, { answering }: FastifyRequest) {
    this.#claim = claim
    const note = () => {
      this.#isAnswered = true
      this.#leave()
    }
    answering.once('finish', note).once('close', note)
    // Gone already: `close` has been told, and is told once.
    if (answering.destroyed) note()
  }

  async keepDuring<T>(work: Promise<T>): Promise<T> {
    this.#isWorkedOn = true
    try {
      return await work
    } finally {
      this.#isWorkedOn = false
      this.#leave()
    }
  }

  /** Once it is both worked through and answered. */
  #leave(): void {
    if (this.#isAnswered && !this.#isWorkedOn) this.#claim.leave()
  }
}
