export { accountEntries, recordOwnEntry } from './account-entries.ts'
export { deedOf, differences, recordEntries, recordEntriesOf } from './record-entries.ts'
