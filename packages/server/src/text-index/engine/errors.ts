/** More searches wait than the queue holds. Nothing was searched; trying again later is fine. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError'
}

/** The index, or all of them, was closed before the answer was there. */
export class IndexClosedError extends Error {
  override readonly name = 'IndexClosedError'
}

/**
 * A thread ended in the middle of the work. A search can be repeated at once. An index whose load or apply fails so is
 * closed by it, because it may have taken half of the changes: load it again.
 */
export class IndexCrashedError extends Error {
  override readonly name = 'IndexCrashedError'
}

/** All indexes together would take more memory than they may. */
export class ArenaFullError extends Error {
  override readonly name = 'ArenaFullError'
}
