export { createdChange, ensureNamespace } from './namespace.ts'
export { findProjectLocales } from './project-locales.ts'
