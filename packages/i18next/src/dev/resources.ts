import { type Client, ParlanceError } from '@parlance/sdk'
import { answerJson, BadRequest } from './answers.ts'
import type { Visit } from './visit.ts'

type Body = Parameters<Client['exportKeys']>[0]['body']

/**
 * `resources/<locale>/<namespace>`, without a namespace the default one: what the published file would hold if it were
 * published now. Headers say what the namespace is called in the project, because changes are told by that name.
 */
export async function sendResources({ project, response, path }: Visit): Promise<void> {
  const [locale = '', name] = namesIn(path)
  const { projectId, cdn, sourceLocale, defaultNamespace } = await project.publishing()
  const namespace = name ?? defaultNamespace
  response.setHeader('x-parlance-source-locale', sourceLocale)
  if (namespace === undefined) return notThere(response)
  response.setHeader('x-parlance-namespace', encodeURIComponent(namespace))
  const body = {
    localeCodes: [locale],
    namespaces: [namespace],
    format: cdn.format,
    structure: cdn.structure,
    statuses: cdn.statuses ?? [],
    style: 'minified' as const,
    // Each page that is loaded asks, and each change is asked for by each page: the project's history is for people.
    isPreview: true,
  } satisfies Body
  const file = await project.client.exportKeys({ params: { projectId }, body }).catch((error: unknown) => {
    // Not among the languages or namespaces of the project, as far as it is told.
    if (error instanceof ParlanceError && error.status === 422) return undefined
    throw error
  })
  if (!file) return notThere(response)
  const bytes = new Uint8Array(await file.arrayBuffer())
  response.writeHead(200, {
    'content-type': file.headers.get('content-type') ?? 'application/json',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  response.end(bytes)
}

const notThere = (response: Visit['response']) =>
  answerJson(response, 404, { code: 'NOT_FOUND', message: 'The project has no such language or namespace.' })

/** What follows `resources/`. */
function namesIn(path: string): string[] {
  const names = path.split('/').slice(1)
  if (names.length < 1 || names.length > 2 || names.includes(''))
    throw new BadRequest('Resources are resources/<locale>/<namespace>.', 404)
  try {
    return names.map(decodeURIComponent)
  } catch {
    throw new BadRequest('The path is not encoded as addresses are.')
  }
}
