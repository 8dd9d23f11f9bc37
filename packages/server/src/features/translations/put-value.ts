import { contract } from '@parlance/contract'
import { implement } from '../../implement.ts'
import { putOneValue } from './put-one-value.ts'

export const putValue = implement(contract.putValue, (services, { access, params, query, body }) =>
  putOneValue(services, access, { namespace: query.namespace, key: params.key }, body),
)
