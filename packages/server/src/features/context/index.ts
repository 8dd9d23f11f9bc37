export { currentLengthHint, findContexts, staleBefore } from './context.ts'
