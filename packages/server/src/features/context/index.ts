export { findContexts } from './context.ts'
