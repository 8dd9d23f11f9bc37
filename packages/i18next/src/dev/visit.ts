import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Project } from './project.ts'

/** One request below the prefix. */
export interface Visit {
  project: Project
  request: IncomingMessage
  response: ServerResponse
  /** Without the prefix, as it was sent. */
  path: string
}
