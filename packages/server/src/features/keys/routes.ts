import { createKey } from './create-key.ts'
import { deleteKey } from './delete-key.ts'
import { listKeys } from './list-keys.ts'
import { putValue } from './put-value.ts'

export const keyEndpoints = [listKeys, createKey, putValue, deleteKey]
