import { contract } from '@parlance/contract'
import { implement } from '../../implement.ts'
import { sendValues } from './send-values.ts'

export const exportProject = implement(contract.exportProject, (services, { access, query, reply }) =>
  sendValues(services, access, query, reply),
)
