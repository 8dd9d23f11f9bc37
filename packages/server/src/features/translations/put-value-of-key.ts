import { contract } from '@parlance/contract'
import { implement } from '../../implement.ts'
import { putOneValue } from './put-one-value.ts'

/** By the key's id: its name may change meanwhile, and no browser sends the names `.` and `..` in a path. */
export const putValueOfKey = implement(contract.putValueOfKey, (services, { access, params, body }) =>
  putOneValue(services, access, { keyId: params.keyId }, { ...body, locale: params.locale }),
)
