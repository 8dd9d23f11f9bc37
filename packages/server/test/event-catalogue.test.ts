import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { changeEvents, keyStreamEvents, streamEvents, webhookEvents } from '@parlance/contract'
import { openapi } from '@parlance/contract/openapi'
import type { TSchema } from 'typebox'

/** The table of the specification: each event with its fields, besides projectId. */
const streamTable = {
  'translation.upserted': 'keyId, translationId, key, locale, namespace, value, status',
  'key.created': 'keyId, key, namespace, isPlural',
  'key.updated': 'keyId, key, namespace, changes',
  'key.deleted': 'keyId, key, namespace',
  'namespace.created': 'namespaceId, namespace',
  'schema.updated': 'keyId, key, namespace, params',
  'project.locale.updated': 'locale, action',
  'batch_mt.scheduled': 'sourceLocale, jobs, totalKeys',
  'batch_mt.started': 'jobId, totalKeys, sourceLocale, targetLocale',
  'batch_mt.progress': 'jobId, processed, total, currentKey',
  'batch_mt.completed': 'jobId, processed, failed, failedKeyIds, errors, duration',
  'batch_mt.failed': 'jobId, error',
  'cdn_deploy.started': '',
  'cdn_deploy.completed': 'filesUploaded, filesFailed, duration, warningCount, warnings',
  'cdn_deploy.failed': 'error',
  'comment.created':
    'id, keyId, locale, translationId, text, mentions, authorId, authorName, isResolved, resolvedBy, createdAt',
  'comment.updated':
    'id, keyId, locale, translationId, text, mentions, authorId, authorName, isResolved, resolvedBy, createdAt',
  'issue.ignored': 'keyId, key, namespace, translationId, locale, issueId, check, branch, params, reason, scope',
  'issue.reopened': 'keyId, key, namespace, translationId, locale, issueId, check, branch, params, reason, scope',
}

const keyStreamTable = [
  'translation.upserted',
  'key.created',
  'key.updated',
  'key.deleted',
  'namespace.created',
  'schema.updated',
]

/** Each event with the fields of its `data`, besides projectId; what may be missing has a question mark. */
const webhookTable = {
  'translation.created': 'keyId, translationId, key, namespace, locale, value, previousValue, status',
  'translation.updated': 'keyId, translationId, key, namespace, locale, value, previousValue, status',
  'translation.batch_updated': 'action, count, keyIds, localeCodes, truncated?',
  'key.created': 'keyId, key, namespace, isPlural',
  'key.updated': 'keyId, key, namespace, changes',
  'key.deleted': 'keyId, key, namespace',
  'namespace.created': 'namespaceId, namespace',
  'namespace.updated': 'namespaceId, namespace, previousName',
  'namespace.deleted': 'namespaceId, namespace',
  'import.completed': 'source, stats',
  'export.completed': 'source, stats',
  'comment.created': 'commentId, translationId, keyId, key, locale, text, authorId',
  'issue.ignored': 'keyId, key, namespace, translationId, locale, issueId, check, branch, params, reason, scope',
  'issue.reopened': 'keyId, key, namespace, translationId, locale, issueId, check, branch, params, reason, scope',
  'project.locale_added': 'locale',
  'project.locale_removed': 'locale',
  'webhook.test': 'message',
  'webhook.disabled': 'webhookId, name, reason',
}

/** The fields of an object as the tables write them. */
function told(schema: TSchema): string[] {
  const { properties, required } = schema as unknown as { properties: object; required: string[] }
  return Object.keys(properties)
    .map((name) => (required.includes(name) ? name : `${name}?`))
    .sort()
}

const fieldsOf = (text: string) => text.split(', ').filter(Boolean).sort()

describe('the stream', () => {
  test('has the events of the specification, and no other', () => {
    assert.deepEqual(Object.keys(streamEvents).sort(), Object.keys(streamTable).sort())
  })

  for (const [name, fields] of Object.entries(streamTable)) {
    test(`${name} has the fields of the specification`, () => {
      assert.deepEqual(Object.keys(streamEvents[name as keyof typeof streamTable]).sort(), fieldsOf(fields))
    })
  }

  test('key.updated tells of four kinds of metadata, each by a boolean, and of a syntax where that changed', () => {
    const { changes } = streamEvents['key.updated']
    const { syntax, ...always } = changes.properties
    const kinds = Object.entries(always).map(([name, { type }]) => `${name} ${type}`)
    const expected = ['aiContext boolean', 'characterLimit boolean', 'description boolean', 'isPlural boolean']
    assert.deepEqual(kinds.sort(), expected)
    assert.equal(syntax.const, true)
    assert.deepEqual(told(changes), ['aiContext', 'characterLimit', 'description', 'isPlural', 'syntax?'])
  })

  test('of API keys has six of them', () => {
    assert.deepEqual([...keyStreamEvents].sort(), keyStreamTable.sort())
  })
})

describe('webhooks', () => {
  test('have the events of the specification, each once, and no other', () => {
    assert.deepEqual(Object.keys(webhookEvents).sort(), Object.keys(webhookTable).sort())
  })

  for (const [name, fields] of Object.entries(webhookTable)) {
    test(`${name} has the fields of the specification`, () => {
      const { data } = webhookEvents[name as keyof typeof webhookTable]
      const shapes: TSchema[] = 'anyOf' in data ? data.anyOf : [data]
      for (const shape of shapes) assert.deepEqual(told(shape), fieldsOf(`projectId, ${fields}`))
    })
  }

  test('are described in the OpenAPI document, envelope and all', () => {
    const { webhooks, components } = openapi({ version: '0', url: 'http://localhost' })
    for (const [name, { post }] of Object.entries(webhooks)) {
      const { $ref } = post.requestBody.content['application/json'].schema as { $ref: string }
      const schema = components.schemas[$ref.split('/').at(-1) as keyof typeof components.schemas] as TSchema
      assert.deepEqual(told(schema), ['data', 'deliveryId', 'event', 'timestamp'])
      assert.equal((schema as { properties?: { event?: { const?: string } } }).properties?.event?.const, name)
    }
    assert.deepEqual(Object.keys(webhooks).sort(), Object.keys(webhookTable).sort())
  })

  test('spell the languages of a project differently from the stream', () => {
    for (const name of ['project.locale_added', 'project.locale_removed'] as const) {
      assert.deepEqual(changeEvents[name], { stream: 'project.locale.updated', webhook: name })
    }
  })
})
