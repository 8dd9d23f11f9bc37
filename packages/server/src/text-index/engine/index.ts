export type { Compared } from './compare-texts.ts'
export { ArenaFullError, IndexClosedError, IndexCrashedError, QueueFullError } from './errors.ts'
export type { Changes, Match, SearchOptions, Segment } from './segment.ts'
export { type TextIndex, TextIndexes } from './text-indexes.ts'
