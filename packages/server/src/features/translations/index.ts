export { refreshParameters } from './parameters.ts'
export { characterCount, presentValue } from './value.ts'
export { findValue } from './value-of-project.ts'
export { rewriteValues, type ValueRow, writeValues, writeValuesFrom } from './write-values.ts'
