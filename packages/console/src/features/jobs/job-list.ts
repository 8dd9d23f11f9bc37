import { isRunning, type Job } from './jobs.ts'

export const JOB_KINDS = ['translation', 'import', 'deploy'] as const satisfies readonly Job['kind'][]
export type JobKind = (typeof JOB_KINDS)[number]

/** What the address of the jobs says. */
export interface JobSearch {
  kind?: JobKind
}

export function readJobSearch(raw: Record<string, unknown>): JobSearch {
  const kind = JOB_KINDS.find((name) => name === raw['kind'])
  return kind ? { kind } : {}
}

/** Jobs of one kind, newest first, as far as they were read. */
interface Source {
  jobs: readonly Job[]
  hasMore: boolean
}

/**
 * Jobs of several kinds as one list: what runs, then the rest, newest first. Nothing is older than what is known of every
 * kind, so that nothing comes in between later; `behind` are the sources that end there and have more.
 */
export function asOneList(sources: readonly Source[]): { jobs: readonly Job[]; behind: readonly number[] } {
  const ends = sources.map(({ jobs, hasMore }) => (hasMore ? (jobs.at(-1)?.at ?? '') : ''))
  const horizon = ends.reduce((latest, end) => (end > latest ? end : latest), '')
  const jobs = sources
    .flatMap((source) => source.jobs)
    .filter((job) => isRunning(job) || job.at >= horizon)
    .sort((a, b) => Number(isRunning(b)) - Number(isRunning(a)) || b.at.localeCompare(a.at))
  return { jobs, behind: sources.flatMap(({ hasMore }, index) => (hasMore && ends[index] === horizon ? [index] : [])) }
}
