export { tellTerms } from './tell-terms.ts'
export { ConceptFields } from './term-fields.tsx'
export { newTermForm, type TermForm, termToCreate } from './term-form.ts'
export { TranslationFields } from './translation-fields.tsx'
