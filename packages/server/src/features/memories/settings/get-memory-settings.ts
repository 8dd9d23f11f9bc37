import { contract } from '@parlance/contract'
import { implement } from '../../../implement.ts'
import { findAssignments } from './settings.ts'

export const getMemorySettings = implement(contract.getMemorySettings, async ({ db }, { access }) => ({
  assignments: await findAssignments(db, access.projectId),
}))
