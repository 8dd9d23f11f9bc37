/** Nothing is left on the list. */
export const NONE: i32 = -1
/** Something is left. */
export const PAUSE: i32 = -2

/** About 5 ms of work: then the caller may see whether the search is still wanted. */
export const PAUSE_AFTER: i32 = 1_000_000
