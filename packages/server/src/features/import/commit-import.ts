import { contract } from '@parlance/contract'
import { fault } from '../../http/errors.ts'
import { implement } from '../../http/implement.ts'

export const commitImport = implement(contract.commitImport, async () => {
  throw fault('notFound')
})
