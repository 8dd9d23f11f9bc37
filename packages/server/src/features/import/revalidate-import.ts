import { contract } from '@parlance/contract'
import { fault } from '../../http/errors.ts'
import { implement } from '../../http/implement.ts'

export const revalidateImport = implement(contract.revalidateImport, async () => {
  throw fault('notFound')
})
