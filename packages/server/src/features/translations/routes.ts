import { putValue } from './put-value.ts'
import { putValueOfKey } from './put-value-of-key.ts'
import { putValues } from './put-values.ts'
import { setStatus } from './set-status.ts'

export const translationEndpoints = [putValue, putValueOfKey, putValues, setStatus]
