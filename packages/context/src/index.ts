export { type CollectorOptions, collectContext } from './collect-context.ts'
export type { I18next } from './marking.ts'
