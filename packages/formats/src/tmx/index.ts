export { readTmx, TmxError, type TmxFile } from './read.ts'
export type { TmxSegment, TmxUnit } from './unit.ts'
export { tmxHead, tmxTail, tmxUnit } from './write.ts'
