/**
 * Tells whoever works in this process that there is something to do, at once instead of at their next look. Where nobody
 * works it tells nobody: other processes find the work by looking.
 */
export class WakeUp {
  readonly #workers = new Set<() => void>()

  onCall(wake: () => void): void {
    this.#workers.add(wake)
  }

  /** After the commit: what is not there yet is not found. */
  call(): void {
    for (const wake of this.#workers) wake()
  }
}
