import { contract } from '@parlance/contract'
import { assertLocale } from '../../http/access.ts'
import { implement } from '../../implement.ts'
import { findErrors, findJobOfProject, presentJob } from './job-row.ts'

export const getMachineTranslationJob = implement(
  contract.getMachineTranslationJob,
  async ({ db }, { access, params }) => {
    const job = await findJobOfProject(db, access.projectId, params.jobId)
    assertLocale(access, job.targetLocale)
    return presentJob(job, await findErrors(db, job.jobId))
  },
)
