import type { AnswerOf } from '@parlance/sdk'
import type { ImportJob } from './import-job.ts'

export type TranslationJob = AnswerOf<'listMachineTranslationJobs'>['jobs'][number]
export type ImportProgress = AnswerOf<'listImports'>['imports'][number]
export type Deploy = AnswerOf<'listDeploys'>['deploys'][number]

export type Job =
  | { kind: 'translation'; at: string; job: TranslationJob }
  | { kind: 'deploy'; at: string; deploy: Deploy }
  | { kind: 'import'; at: string; done: ImportJob }
  | { kind: 'progress'; at: string; progress: ImportProgress }

/** The history tells imports when they are done. */
export function isRunning(job: Job): boolean {
  if (job.kind === 'import') return false
  if (job.kind === 'progress') return job.progress.status === 'running'
  return job.kind === 'deploy' ? job.deploy.state === 'running' : isUnderWay(job.job.status)
}

export function keyOf(job: Job): string {
  if (job.kind === 'import') return `import-${job.done.id}`
  if (job.kind === 'progress') return `progress-${job.progress.trackingId}`
  return job.kind === 'deploy' ? `deploy-${job.deploy.id}` : `translation-${job.job.jobId}`
}

/** What a job did to keys and values, and how to ask before it is taken back. */
export interface Undoable {
  id: string
  changes: { fromId: number; toId: number }
  question: 'jobs.undoQuestion' | 'import.undoQuestion'
  hint: 'jobs.undoOthers' | 'import.undoHint'
}

/** A translation takes its time, and others work meanwhile: what they did lies between its changes and goes, too. */
export const undoOfTranslation = ({ jobId, changes }: TranslationJob): Undoable | null =>
  changes && { id: `translation-${jobId}`, changes, question: 'jobs.undoQuestion', hint: 'jobs.undoOthers' }

export const undoOfImport = ({ id, changes }: ImportJob): Undoable | null =>
  changes && { id: `import-${id}`, changes, question: 'import.undoQuestion', hint: 'import.undoHint' }

/** Imports that the history does not tell of: those under way, and those that failed. */
export const untoldImports = (imports: readonly ImportProgress[]): Job[] =>
  imports
    .filter(({ status }) => status !== 'completed')
    .map((progress) => ({ kind: 'progress', at: progress.startedAt, progress }))

/** What runs first, then what ended, newest first. */
export function inOrder(
  jobs: readonly TranslationJob[],
  deploys: readonly Deploy[],
  imports: readonly ImportProgress[] = [],
): readonly Job[] {
  const all: Job[] = [
    ...jobs.map((job): Job => ({ kind: 'translation', at: job.createdAt, job })),
    ...deploys.map((deploy): Job => ({ kind: 'deploy', at: deploy.startedAt, deploy })),
    ...untoldImports(imports),
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
