export type { ExchangedConcept, ExchangedTerm, ReadGlossary, RowError } from './concept.ts'
export { readTbx, UnreadableTbx } from './tbx/read.ts'
export { type TbxDialect, tbxDialects, writeTbxConcept } from './tbx/write.ts'
