export { createdChange, ensureNamespace, isMeant, type NamespaceRef } from './namespace.ts'
export { findProjectLocales } from './project-locales.ts'
export { takeTurnOfMany } from './turn-of-many.ts'
