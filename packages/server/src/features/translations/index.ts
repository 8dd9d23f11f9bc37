export { refreshParameters } from './parameters.ts'
export { presentValue } from './value.ts'
export { findValue } from './value-of-project.ts'
export { rewriteValues, type ValueRow, writeValues, writeValuesFrom } from './write-values.ts'
