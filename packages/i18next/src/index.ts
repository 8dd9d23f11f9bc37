export { ParlanceBackend, type ParlanceBackendOptions } from './backend.ts'
export { type TypedT, typed } from './typed.ts'
