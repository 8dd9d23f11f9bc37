import type { AddressInfo } from 'node:net'
import { startWorkers } from '../../server/src/workers.ts'
import { createApiKey, createScene } from '../../server/test/factories.ts'
import { atEnd, startService, type TestService } from '../../server/test/harness.ts'

/** A service that listens, with a project in English, German and French and a key for it. */
export async function startScene() {
  const service = await startService()
  const workers = startWorkers(service.services)
  atEnd(() => workers.close())
  const url = await listening(service)
  const scene = await createScene(service)
  const { apiKey } = await createApiKey(service, scene.owner, scene.projectId, [
    'translations:read',
    'translations:write',
  ])
  return { service, url, ...scene, apiKey, env: { PARLANCE_URL: url, PARLANCE_API_KEY: apiKey } }
}

export async function listening({ app }: TestService): Promise<string> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}
