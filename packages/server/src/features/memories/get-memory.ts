import { contract } from '@parlance/contract'
import { implement } from '../../implement.ts'
import { findMemory, presentMemory } from './memory.ts'

export const getMemory = implement(contract.getMemory, async ({ db }, { access, params }) =>
  presentMemory(await findMemory(db, access, params.tmId)),
)
