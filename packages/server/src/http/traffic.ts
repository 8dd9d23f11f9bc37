/** Nobody has asked for so long: work beside the requests may take all there is. */
const QUIET_AFTER_MS = 200

/** Whether somebody is asking this process for something, so that others can make way for them. */
export class Traffic {
  #last = Number.NEGATIVE_INFINITY

  arrived(): void {
    this.#last = performance.now()
  }

  get isQuiet(): boolean {
    return performance.now() - this.#last > QUIET_AFTER_MS
  }
}
