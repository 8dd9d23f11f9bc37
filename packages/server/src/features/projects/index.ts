export { createdChange, ensureNamespace } from './namespace.ts'
export { findProjectLocales } from './project-locales.ts'
export { takeTurnOfMany } from './turn-of-many.ts'
