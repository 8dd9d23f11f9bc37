import { contract } from '@parlance/contract'
import { fault } from '../../http/errors.ts'
import { implement } from '../../http/implement.ts'

export const validateImport = implement(contract.validateImport, async () => {
  throw fault('notFound')
})
