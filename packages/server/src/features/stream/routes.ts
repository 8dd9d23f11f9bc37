import { streamKeys } from './stream-keys.ts'
import { streamProject } from './stream-project.ts'

export const streamEndpoints = [streamProject, streamKeys]
