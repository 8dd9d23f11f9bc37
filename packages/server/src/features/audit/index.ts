export { deedOf, differences, recordEntries, recordEntriesOf } from './record-entries.ts'
export { signInEntries } from './sign-in-entries.ts'
