import { contract } from '@parlance/contract'
import { implement } from '../../implement.ts'
import { readPublished } from './published.ts'

export const getCdn = implement(contract.getCdn, (services, { access }) => readPublished(services, access))
