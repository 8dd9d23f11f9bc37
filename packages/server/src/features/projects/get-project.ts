import { contract } from '@parlance/contract'
import { implement } from '../../implement.ts'
import { findProject, presentProject } from './project.ts'

export const getProject = implement(contract.getProject, async ({ db, address }, { access, request }) =>
  presentProject(await findProject(db, access.projectId), address.cdnFor(request.raw)),
)
