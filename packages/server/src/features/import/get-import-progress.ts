import { contract } from '@parlance/contract'
import { fault } from '../../http/errors.ts'
import { implement } from '../../http/implement.ts'

export const getImportProgress = implement(contract.getImportProgress, async () => {
  throw fault('notFound')
})
