import { contract } from '@parlance/contract'
import { implement } from '../../implement.ts'
import { putOneValue } from './put-one-value.ts'

export const putValue = implement(contract.putValue, ({ db }, { access, params, query, body }) =>
  putOneValue(db, access, { namespace: query.namespace, key: params.key }, body),
)
