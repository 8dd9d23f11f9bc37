import type { IncomingMessage, ServerResponse } from 'node:http'
import { admissionOf } from './admission.ts'
import { answerJson, refusalFor } from './answers.ts'
import { sendEvents } from './events.ts'
import { createMissing } from './missing.ts'
import { passObservations } from './observations.ts'
import { type DevOptions, Project } from './project.ts'
import { sendResources } from './resources.ts'
import type { Visit } from './visit.ts'

export type { DevOptions } from './project.ts'

/** As Connect, Express, Vite and others call it. */
export type Middleware = (
  request: IncomingMessage & { originalUrl?: string },
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void

export const PREFIX = '/__parlance'

/**
 * The companion of an application in development: it has the key, so that the application need not. It answers below
 * `/__parlance` and leaves everything else to the next.
 */
export function devMiddleware(options: DevOptions): Middleware {
  if (process.env['NODE_ENV'] === 'production')
    throw new Error('The companion holds an API key for whoever asks: it does not start with NODE_ENV=production.')
  const project = new Project(options)
  const admit = admissionOf(options.allowedHosts ?? [])
  return (request, response, next) => {
    // Below a mount point the path is cut; the original one says where the request went.
    const path = pathOf(request.originalUrl ?? request.url ?? '')
    if (path === undefined) return next()
    const refusal = admit(request, response)
    if (refusal !== undefined) return answerJson(response, 403, { code: 'FORBIDDEN', message: refusal })
    if (request.method === 'OPTIONS') return void response.writeHead(204).end()
    answer({ project, request, response, path }).catch((error: unknown) => {
      project.tell(error)
      if (response.headersSent) response.destroy()
      else answerJson(response, ...refusalFor(error))
    })
  }
}

async function answer(visit: Visit): Promise<void> {
  const { path, request, response } = visit
  const [name = ''] = path.split('/', 1)
  const route = routes[name]
  if (!route || (name !== 'resources' && path !== name))
    return answerJson(response, 404, { code: 'NOT_FOUND', message: `There is no ${PREFIX}/${path}` })
  if (request.method === route.method) return route.answer(visit)
  response.setHeader('allow', route.method)
  answerJson(response, 405, { code: 'METHOD_NOT_ALLOWED', message: `${PREFIX}/${name} takes ${route.method}` })
}

const routes: Record<string, { method: string; answer: (visit: Visit) => Promise<void> }> = {
  resources: { method: 'GET', answer: sendResources },
  events: { method: 'GET', answer: sendEvents },
  missing: { method: 'POST', answer: createMissing },
  observations: { method: 'POST', answer: passObservations },
}
Object.setPrototypeOf(routes, null)

function pathOf(url: string): string | undefined {
  const [path = ''] = url.split('?', 1)
  if (path === PREFIX) return ''
  return path.startsWith(`${PREFIX}/`) ? path.slice(PREFIX.length + 1) : undefined
}
