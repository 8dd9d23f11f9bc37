import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createScene } from './factories.ts'
import { type Caller, startService, type TestService } from './harness.ts'

/** Every address of the service that an answer tells to somebody who asks under this name. */
async function told({ service, owner, projectId }: Scene, host: string): Promise<string[]> {
  const params = { projectId }
  const headers = { host }
  const project = await service.ok(owner, 'getProject', { params, headers })
  const { projects } = await service.ok(owner, 'listProjects', { params: { orgId: service.orgId }, headers })
  const renamed = await service.ok(owner, 'updateProject', { params, headers, body: { name: `Shop at ${host}` } })
  const { servers } = (await service.app.inject({ url: '/openapi.json', headers })).json() as Document
  const token = project.cdnUrl.split('/').at(-1)
  const bases = [project, ...projects, renamed].map(({ cdnUrl }) => cdnUrl.replace(`/cdn/${token}`, ''))
  return [...new Set([...bases, ...servers.map(({ url }) => url)])]
}

interface Document {
  servers: { url: string }[]
}
interface Scene {
  service: TestService & { orgId: number }
  owner: Caller
  projectId: number
}

async function begin(settings: Parameters<typeof startService>[0]): Promise<Scene> {
  const service = await startService(settings)
  const { owner, orgId, projectId } = await createScene(service)
  return { service: { ...service, orgId }, owner, projectId }
}

describe('without PUBLIC_URL', async () => {
  const scene = await begin({ host: '0.0.0.0', port: 4400 })

  for (const host of ['localhost:4400', '127.0.0.1:4400', 'shop.localhost:9000', '[::1]:4400', 'localhost']) {
    test(`who asks at ${host} is told addresses there`, async () => {
      assert.deepEqual(await told(scene, host), [`http://${host}`])
    })
  }

  test('so is who asks under a name in another spelling', async () => {
    assert.deepEqual(await told(scene, 'LOCALHOST:4400'), ['http://localhost:4400'])
  })

  test('a name that is not ours is told to nobody, and neither is an address that nobody can open', async () => {
    const { service, owner, projectId } = scene
    for (const host of ['evil.example', '0.0.0.0:4400', 'localhost.evil.example', 'a b.localhost']) {
      const { cdnUrl } = await service.ok(owner, 'getProject', { params: { projectId }, headers: { host } })
      assert.equal(new URL(cdnUrl).origin, 'http://127.0.0.1:4400', host)
    }
  })
})

test('with PUBLIC_URL it is told to everybody, whatever name they use', async () => {
  const publicUrl = 'https://l10n.example.com'
  const { service, owner, projectId } = await begin({ host: '0.0.0.0', publicUrl })
  for (const host of ['localhost:4400', 'l10n.example.com', 'evil.example']) {
    const { cdnUrl } = await service.ok(owner, 'getProject', { params: { projectId }, headers: { host } })
    assert.ok(cdnUrl.startsWith(`${publicUrl}/cdn/`), cdnUrl)
    const { servers } = (await service.app.inject({ url: '/openapi.json', headers: { host } })).json() as Document
    assert.deepEqual(servers, [{ url: publicUrl }])
  }
})

test('CDN_URL counts alone for published files, with a path, too', async () => {
  const { service, owner, projectId } = await begin({ cdnUrl: 'https://cdn.example.com/texts' })
  const { cdnUrl } = await service.ok(owner, 'getProject', { params: { projectId } })
  assert.match(cdnUrl, /^https:\/\/cdn\.example\.com\/texts\/[^/]+$/)
})

test('the guide asks where it was opened, under any name', async () => {
  const { service } = await begin({ publicUrl: 'https://l10n.example.com' })
  const { body } = await service.app.inject({ url: '/docs/operations/getProject', headers: { host: 'localhost:4400' } })
  assert.match(body, /data-path="\/v1\/projects\/\{projectId\}"/)
  assert.ok(body.includes('curl &#39;https://l10n.example.com/v1/projects/1&#39;'))
})
