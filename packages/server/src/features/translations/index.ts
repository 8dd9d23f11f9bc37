export { characterCount, presentValue } from './value.ts'
export { type ValueRow, writeValues } from './write-values.ts'
