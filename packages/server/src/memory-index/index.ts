export { IndexClosedError, IndexCrashedError, QueueFullError } from './errors.ts'
export { type MemoryIndex, MemoryIndexes } from './memory-indexes.ts'
export type { Changes, Match, SearchOptions, Segment } from './segment.ts'
