import { putPresence } from './put-presence.ts'
import { streamKeys } from './stream-keys.ts'
import { streamProject } from './stream-project.ts'

export const streamEndpoints = [streamProject, putPresence, streamKeys]
