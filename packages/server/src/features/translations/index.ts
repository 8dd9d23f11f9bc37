export { characterCount, presentValue } from './value.ts'
export { type ValueRow, type ValueToWrite, writeValues } from './write-values.ts'
