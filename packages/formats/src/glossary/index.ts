export type { ExchangedConcept, ExchangedTerm, ReadGlossary, RowError } from './concept.ts'
export { readTbx, UnreadableTbx } from './tbx/read.ts'
export { TBX_FOOTER, tbxHeader, writeTbxConcept } from './tbx/write.ts'
