export { deedOf, differences, recordEntries } from './record-entries.ts'
