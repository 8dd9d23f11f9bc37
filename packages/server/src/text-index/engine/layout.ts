// How what is searched and what a search writes lie in memory, as far as the kernel knows it too: it is compiled from
// files of its own (packages/server/kernels/text-index/) and exports the same names, which are compared when it is loaded.

/**
 * Groups of characters that a signature counts, a byte each; in a narrow one half a byte, up to 15, two groups in a byte.
 * Signatures of 16 segments lie together, group by group.
 */
export const GROUPS = 32
export const NARROW_BYTES = 16
export const LANES = 16
/** Segments in a row that one share of a search looks at. */
export const RUN = 512

/** In the bits of a query. */
export const WORD_BITS = 64
export const ROWS = 8
/** For 8 rows, which of them have which lower half of their kind, and then which upper half. */
export const SKETCH_BYTES = 32
/** A group, its count 16 times, and then where it lies among the signatures of 16 segments. */
export const SIGNATURE_BYTES = 32
/** Two groups, the count of each 16 times, and then where they lie in narrow signatures. */
export const NARROW_SIGNATURE_BYTES = 48
export const STATE_BYTES = 24

export const GROUP_BYTES = 24
/** Of each length: itself, and a list for each number of characters of the query that a text may miss. */
export const LENGTH_BYTES = 24
/** Longer queries use no sketches, and list nothing by lengths. */
export const LONGEST_LISTED = 254
/** 16 sketches: where they lie, whose they are, and 16 characters of each. */
export const BATCH_BYTES = 384
export const CANDIDATE_BYTES = 8
/** One list of candidates for each similarity from 0 to 100. */
export const LISTS = 101

/** What the kernel returns instead of a segment: nothing is left, or something is, but it worked for long. */
export const NONE = -1
export const PAUSE = -2
