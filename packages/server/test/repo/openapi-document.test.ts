import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { contract, type Entry } from '@parlance/contract'
import { openapi } from '@parlance/contract/openapi'
import { things, words, wordsInPlace } from '@parlance/contract/vocabulary'
import { assertValid } from '../../src/http/validation.ts'

/*
 * The rules of redocly's recommended set and of spectral's set for OpenAPI that this document could break. Both find
 * nothing today; they are too large to be installed for that alone:
 *   npx @redocly/cli lint openapi.json --extends=recommended
 *   npx @stoplight/spectral-cli lint openapi.json   # with `extends: spectral:oas` in .spectral.yaml
 */

type Json = Record<string, unknown>
interface Parameter {
  name: string
  in: string
  description?: string
}
interface Operation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security: Json[]
  parameters: Parameter[]
  requestBody?: { content: Record<string, { schema: Json; example?: unknown }> }
  responses: Record<string, Json>
}

const document = openapi({ version: '1.0.0', url: 'https://parlance.test' })
const { paths, webhooks, components, tags } = document
const operationsOf = (items: object) =>
  Object.entries(items as Record<string, Record<string, Operation>>).flatMap(([path, item]) =>
    Object.values(item).map((operation) => ({ path, ...operation })),
  )
const operations = operationsOf(paths)
const all = [...operations, ...operationsOf(webhooks)]

/** Every part of a document with the way to it. */
function* parts(of: unknown, way: string[] = []): Generator<{ part: Json; way: string[] }> {
  if (typeof of !== 'object' || of === null) return
  if (!Array.isArray(of)) yield { part: of as Json, way }
  for (const [name, part] of Object.entries(of)) if (name !== 'example') yield* parts(part, [...way, name])
}

const everyPart = [...parts(document)]
const resolve = ($ref: string) =>
  $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, name) => (at as Json | undefined)?.[name], document) as Json | undefined

const isSentence = (text: unknown) => typeof text === 'string' && /^\S.*[.:]$/s.test(text) && !/undefined/.test(text)

describe('the OpenAPI document', () => {
  test('describes each parameter', () => {
    for (const { operationId, parameters } of all)
      for (const { name, description } of parameters) assert.ok(isSentence(description), `${operationId}: ${name}`)
  })

  test('describes each field of what is sent and answered', () => {
    for (const { part, way } of everyPart) {
      if (way.at(-1) !== 'properties') continue
      for (const [name, field] of Object.entries(part as Record<string, { description?: string; $ref?: string }>)) {
        const { description } = field.description || !field.$ref ? field : (resolve(field.$ref) ?? {})
        assert.ok(isSentence(description), `${way.join(' ')} ${name}: ${description}`)
      }
    }
  })

  test('describes each component, tag, header and operation', () => {
    for (const [name, { description }] of Object.entries<{ description?: string }>(components.schemas as never))
      assert.ok(isSentence(description), name)
    for (const { name, description } of tags) assert.ok(isSentence(description), name)
    for (const { part, way } of everyPart) {
      if (way.at(-1) !== 'headers') continue
      for (const [name, header] of Object.entries(part)) assert.ok((header as Json)['description'], `${way} ${name}`)
    }
    for (const { operationId, summary, description } of all) assert.ok(summary && description, operationId)
  })

  test('says nothing that it does not use', () => {
    const told = new Set(everyPart.map(({ part }) => part['description']))
    for (const [name, word] of Object.entries({ ...things, ...words, ...wordsInPlace })) {
      const isTold = told.has(word) || [...told].some((text) => typeof text === 'string' && text.endsWith(`: ${word}`))
      assert.ok(isTold, `${name} is described, and nowhere in the document`)
    }
  })

  test('refers to what is there, and to all of it', () => {
    const refs = new Set(everyPart.flatMap(({ part }) => (typeof part['$ref'] === 'string' ? [part['$ref']] : [])))
    for (const ref of refs) assert.ok(resolve(ref), ref)
    for (const kind of ['schemas', 'responses'] as const)
      for (const name of Object.keys(components[kind])) assert.ok(refs.has(`#/components/${kind}/${name}`), name)
    const schemes = new Set(all.flatMap(({ security }) => security.flatMap((one) => Object.keys(one))))
    assert.deepEqual([...schemes].sort(), Object.keys(components.securitySchemes).sort())
  })

  test('keeps to itself what only the service understands', () => {
    for (const { part, way } of everyPart) {
      if (way.at(-1) === 'headers') continue
      const own = Object.keys(part).filter((name) => name.startsWith('x-'))
      assert.deepEqual(own, [], way.join(' '))
      assert.ok(!['text', 'locale'].includes(part['format'] as string), way.join(' '))
    }
  })

  test('has a chapter for each operation, and something in each chapter', () => {
    const used = new Set(all.flatMap(({ tags: own }) => own))
    assert.deepEqual([...used].sort(), tags.map(({ name }) => name).sort())
  })

  test('has no two paths that one address could be of', () => {
    for (const one of Object.keys(paths))
      for (const other of Object.keys(paths)) {
        const [a, b] = [one.split('/'), other.split('/')]
        const isOpen = (part: string | undefined) => part?.startsWith('{') === true
        const meets = a.length === b.length && a.every((part, at) => part === b[at] || isOpen(part) || isOpen(b[at]))
        const isExacter = a.filter(isOpen).length !== b.filter(isOpen).length
        assert.ok(one === other || !meets || isExacter, `${one} and ${other}`)
      }
  })

  test('tells of each operation how it succeeds and how it is refused', () => {
    for (const { operationId, responses } of operations) {
      const statuses = Object.keys(responses)
      assert.ok(
        statuses.some((status) => status.startsWith('2')) && statuses.some((status) => status.startsWith('4')),
        operationId,
      )
    }
  })

  for (const entry of (Object.values(contract) as Entry[]).filter(({ body }) => body)) {
    test(`has an example for ${entry.name} that the service takes`, () => {
      const operation = operations.find(({ operationId }) => operationId === entry.name)
      const { example } = operation?.requestBody?.content['application/json'] ?? {}
      assert.ok(example !== undefined && entry.body)
      assertValid(entry.body, example)
    })
  }

  test('describes a delivery of each event, with the headers it comes with', () => {
    for (const { parameters } of operationsOf(webhooks))
      assert.deepEqual(
        parameters.map((parameter) => `${parameter.in} ${parameter.name}`),
        [
          ...['X-TMS-Signature', 'webhook-id', 'webhook-timestamp', 'webhook-signature'],
          ...['X-TMS-Event', 'X-TMS-Delivery-Id', 'User-Agent'],
        ].map((name) => `header ${name}`),
      )
  })
})
