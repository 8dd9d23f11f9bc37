import { contract } from '@parlance/contract'
import { implement } from '../../implement.ts'
import { readPublished } from './published.ts'

export const getCdn = implement(contract.getCdn, (services, { access, request }) =>
  readPublished(services, access, services.address.cdnFor(request.raw)),
)
