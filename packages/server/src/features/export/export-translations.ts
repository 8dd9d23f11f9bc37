import { contract } from '@parlance/contract'
import { implement } from '../../implement.ts'
import { sendValues } from './send-values.ts'

export const exportTranslations = implement(contract.exportTranslations, (services, { access, query, reply }) =>
  sendValues(services, access, query, reply),
)
