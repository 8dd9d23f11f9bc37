import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { contract, type Entry } from '@parlance/contract'
import { formats } from '@parlance/formats'
import { createScene } from '../../../../test/factories.ts'
import { credentials, startService } from '../../../../test/harness.ts'

interface Operation {
  operationId: string
  parameters: { name: string; in: string }[]
  responses: Record<string, Answer & { $ref?: string }>
}
interface Answer {
  content?: Record<string, unknown>
  headers?: object
}

const service = await startService()
const document = (await service.app.inject({ url: '/openapi.json' })).json() as {
  paths: Record<string, Record<string, Operation>>
  components: { responses: Record<string, Answer> }
}
const operationOf = (path: string, method = 'get') =>
  document.paths[path]?.[method] ?? assert.fail(`${method} ${path} is not described`)
const answerOf = ({ responses }: Operation, status: number): Answer | undefined =>
  document.components.responses[responses[status]?.$ref?.split('/').at(-1) ?? ''] ?? responses[status]
const typesOf = (operation: Operation, status: number) => Object.keys(answerOf(operation, status)?.content ?? {})
const typeOf = (header: unknown) => String(header).split(';', 1)[0] ?? ''

describe('14.16 the OpenAPI document', () => {
  test('describes health and metrics, in the types they come in', async () => {
    for (const path of ['/health', '/metrics']) {
      const answer = await service.app.inject({ url: path })
      assert.deepEqual(typesOf(operationOf(path), answer.statusCode), [typeOf(answer.headers['content-type'])])
    }
    assert.ok(operationOf('/health').responses['503'])
  })

  test('describes published files, of the default namespace and of others', async () => {
    for (const path of ['/cdn/{token}/{file}', '/cdn/{token}/{namespace}/{file}']) {
      const { parameters, responses } = operationOf(path)
      assert.deepEqual(
        parameters.map(({ name }) => `{${name}}`),
        path.match(/\{\w+\}/g),
      )
      assert.deepEqual(Object.keys(responses).toSorted(), ['200', '304', '404', '503'])
      const missing = await service.app.inject({ url: path.replaceAll(/\{\w+\}/g, 'none') })
      assert.deepEqual(typesOf(operationOf(path), missing.statusCode), [typeOf(missing.headers['content-type'])])
    }
  })

  test('names every type of an answer', async () => {
    const { owner, projectId } = await createScene(service)
    const url = `/v1/projects/${projectId}/keys/export`
    const seen = new Set<string>()
    const headers = { ...credentials(owner), 'content-type': 'application/json' }
    for (const { id: format } of formats)
      for (const localeCodes of [['en'], ['en', 'de']]) {
        const answer = await service.app.inject({ method: 'POST', url, headers, payload: { format, localeCodes } })
        assert.equal(answer.statusCode, 200, format)
        seen.add(typeOf(answer.headers['content-type']))
      }
    const operation = operationOf('/v1/projects/{projectId}/keys/export', 'post')
    assert.deepEqual(typesOf(operation, 200).toSorted(), [...seen].toSorted())
    assert.ok('X-Parlance-Warnings' in (operation.responses['200']?.headers ?? {}))
    const others = {
      exportTmx: ['application/xml'],
      exportGlossaryCsv: ['text/csv'],
      exportGlossaryJson: ['application/json'],
      exportGlossaryTbx: ['application/xml'],
      streamProject: ['text/event-stream'],
      exportTranslations: ['application/json'],
    }
    for (const [name, types] of Object.entries(others)) {
      const entry = contract[name as keyof typeof contract] as Entry
      assert.deepEqual(typesOf(operationOf(`/v1${entry.path}`, entry.method.toLowerCase()), 200), types, name)
    }
  })

  test('gives each operation a name of its own', () => {
    const names = Object.values(document.paths).flatMap((path) => Object.values(path).map((one) => one.operationId))
    assert.equal(new Set(names).size, names.length)
  })
})
