import { putValue } from './put-value.ts'
import { setStatus } from './set-status.ts'

export const translationEndpoints = [putValue, setStatus]
