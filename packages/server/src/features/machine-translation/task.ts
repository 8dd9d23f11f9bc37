import type { Job } from '../../jobs/job.ts'
import type { Languages } from './providers/provider.ts'

/** A job with what it is about. */
export interface Task extends Languages {
  job: Job
  organizationId: number
  /** Of the project: its values tell what keys ask for. */
  projectSourceLocaleId: number
  overwriteExisting: boolean
}
