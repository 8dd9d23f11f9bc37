import { contract } from '@parlance/contract'
import { assertLocale } from '../../http/access.ts'
import { implement } from '../../implement.ts'
import { findErrors, findJobOfProject } from './job-row.ts'

export const getMachineTranslationJob = implement(
  contract.getMachineTranslationJob,
  async ({ db }, { access, params }) => {
    const { state, createdAt, startedAt, finishedAt, ...job } = await findJobOfProject(
      db,
      access.projectId,
      params.jobId,
    )
    assertLocale(access, job.targetLocale)
    return {
      ...job,
      status: state,
      errors: await findErrors(db, job.jobId),
      createdAt: createdAt.toISOString(),
      startedAt: startedAt?.toISOString() ?? null,
      finishedAt: finishedAt?.toISOString() ?? null,
    }
  },
)
