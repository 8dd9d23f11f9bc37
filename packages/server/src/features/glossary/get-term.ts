import { contract } from '@parlance/contract'
import { implement } from '../../implement.ts'
import { findTerm, presentTerm } from './term.ts'

export const getTerm = implement(contract.getTerm, async ({ db }, { access, params }) =>
  presentTerm(await findTerm(db, access.organizationId, access.localeCodes, params.termId)),
)
