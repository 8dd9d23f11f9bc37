export { type ChosenFile, filesOfField } from './chosen-files.ts'
export { type RefusedFile, readFiles } from './read-files.ts'
