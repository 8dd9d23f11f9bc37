export { entryMaker } from './entries.ts'
export { sizeOfWanted, type WantedFields, wantedFor } from './wanted.ts'
