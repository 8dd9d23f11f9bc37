import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import i18next, { type InitOptions, type i18n } from 'i18next'
import { createApiKey, createScene } from '../../server/test/factories.ts'
import { atEnd, startService, type TestService } from '../../server/test/harness.ts'
import { type DevOptions, devMiddleware } from '../src/dev/index.ts'
import { ParlanceBackend, type ParlanceBackendOptions } from '../src/index.ts'

/** A service that listens, with a project in English, German and French and a key of a developer. */
export async function startScene() {
  const service = await startService()
  const url = await listening(service)
  const scene = await createScene(service)
  const { owner, projectId } = scene
  const { apiKey } = await createApiKey(service, owner, projectId, [
    'translations:read',
    'translations:write',
    'context:write',
  ])
  const params = { projectId }
  const cdn = { format: 'i18next-v4', structure: 'nested' } as const
  await service.ok(owner, 'updateProject', { params, body: { cdn } })
  return {
    service,
    url,
    ...scene,
    apiKey,
    /** Texts by language. */
    write: (key: string, texts: Record<string, string>, namespace = 'default', isPlural = false) =>
      service.ok({ apiKey }, 'pushKey', {
        body: {
          key,
          namespace,
          isPlural,
          syntax: isPlural ? 'icu' : 'i18next',
          translations: Object.fromEntries(
            Object.entries(texts).map(([locale, value]) => [locale, { value, status: 'translated' as const }]),
          ),
        },
      }),
    /** The key, or undefined. */
    async find(key: string, namespace = 'default') {
      const { status, body } = await service.call({ apiKey }, 'getKey', { params: { namespace, key } })
      return status === 200 ? (body as { translations: Record<string, { value: string | null }> }) : undefined
    },
    createNamespace: (name: string) => service.ok(owner, 'createNamespace', { params, body: { name } }),
    companion: (options: Partial<DevOptions> = {}) => startCompanion({ baseUrl: url, apiKey, ...options }),
  }
}

async function listening({ app }: TestService): Promise<string> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

/** A development server with the middleware in it, and something of its own behind that. */
export async function startCompanion(options: DevOptions) {
  const middleware = devMiddleware(options)
  const server = createServer((request, response) =>
    middleware(request, response, () => response.end('the application')),
  )
  const origin = await opened(server)
  return { origin, dev: `${origin}/__parlance` }
}

/** Listens, until the tests are done. */
export async function opened(server: Server): Promise<string> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  atEnd(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** An application. What runs beside it is closed when the tests are done. */
export async function startApplication(backend: ParlanceBackendOptions, more: InitOptions = {}): Promise<i18n> {
  const application = i18next.createInstance()
  atEnd(async () => (application.services.backendConnector.backend as ParlanceBackend).close())
  await application
    .use(ParlanceBackend)
    .init({ lng: 'en', fallbackLng: 'en', backend, interpolation: { escapeValue: false }, ...more })
  return application
}
