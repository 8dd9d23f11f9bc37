export { openapi } from './document.ts'
export { streamComponentOf, streamEventSummaries } from './streams.ts'
