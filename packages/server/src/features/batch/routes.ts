import { batchClearValues } from './batch-clear-values.ts'
import { batchCopyValues } from './batch-copy-values.ts'
import { batchDeleteKeys } from './batch-delete-keys.ts'
import { batchMoveKeys } from './batch-move-keys.ts'
import { batchSetStatus } from './batch-set-status.ts'

export const batchEndpoints = [batchDeleteKeys, batchSetStatus, batchMoveKeys, batchCopyValues, batchClearValues]
