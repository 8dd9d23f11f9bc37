export { deedOf, differences, recordEntries } from './record-entries.ts'
export { signInEntries } from './sign-in-entries.ts'
