import type { AnswerOf } from '@parlance/sdk'

export type TranslationJob = AnswerOf<'listMachineTranslationJobs'>['jobs'][number]
export type Deploy = AnswerOf<'listDeploys'>['deploys'][number]

export type Job =
  | { kind: 'translation'; at: string; job: TranslationJob }
  | { kind: 'deploy'; at: string; deploy: Deploy }

export const isRunning = (job: Job) =>
  job.kind === 'deploy' ? job.deploy.state === 'running' : ['waiting', 'running'].includes(job.job.status)

/** What runs first, then what ended, newest first. */
export function inOrder(jobs: readonly TranslationJob[], deploys: readonly Deploy[]): readonly Job[] {
  const all: Job[] = [
    ...jobs.map((job): Job => ({ kind: 'translation', at: job.createdAt, job })),
    ...deploys.map((deploy): Job => ({ kind: 'deploy', at: deploy.startedAt, deploy })),
  ]
  return all.sort((a, b) => Number(isRunning(b)) - Number(isRunning(a)) || b.at.localeCompare(a.at))
}

/** Those that ran when we looked before and have ended since: somebody wants to know. */
export function justEnded(
  before: readonly TranslationJob[],
  now: readonly TranslationJob[],
): readonly TranslationJob[] {
  const running = new Set(before.filter(({ status }) => isUnderWay(status)).map(({ jobId }) => jobId))
  return now.filter(({ jobId, status }) => running.has(jobId) && !isUnderWay(status))
}

const isUnderWay = (status: TranslationJob['status']) => status === 'waiting' || status === 'running'

/** The language that a job translates into; by its code alone where the project has it no more. */
export const targetOf = ({ targetLocale: code }: TranslationJob, project: AnswerOf<'getProject'> | undefined) =>
  project?.locales.find((locale) => locale.code === code) ?? { code, name: code }
