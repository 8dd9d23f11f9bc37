export { useEntry } from './use-entry.ts'
