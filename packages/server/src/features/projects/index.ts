export { createdChange, ensureNamespace, isInPath, isMeant, type NamespaceRef } from './namespace.ts'
export { findProjectLocales } from './project-locales.ts'
export { chosenLocales, codeOnProject, enabledLocales, localesAmong } from './sent-locales.ts'
export { takeTurnOfMany } from './turn-of-many.ts'
