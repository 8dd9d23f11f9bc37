export { currentLengthHint, findContexts } from './context.ts'
