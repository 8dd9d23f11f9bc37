import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { changeEvents, keyStreamEvents, streamEvents, webhookEvents } from '@parlance/contract'

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
}

const keyStreamTable = [
  'translation.upserted',
  'key.created',
  'key.updated',
  'key.deleted',
  'namespace.created',
  'schema.updated',
]

const webhookTable = [
  'translation.created',
  'translation.updated',
  'translation.batch_updated',
  'key.created',
  'key.updated',
  'key.deleted',
  'namespace.created',
  'namespace.updated',
  'namespace.deleted',
  'import.completed',
  'export.completed',
  'comment.created',
  'project.locale_added',
  'project.locale_removed',
  'webhook.test',
  'webhook.disabled',
]

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

  test('key.updated tells of four kinds of metadata, each by a boolean', () => {
    const { properties } = streamEvents['key.updated'].changes
    const kinds = Object.entries(properties).map(([name, { type }]) => `${name} ${type}`)
    const expected = ['aiContext boolean', 'characterLimit boolean', 'description boolean', 'isPlural boolean']
    assert.deepEqual(kinds.sort(), expected)
  })

  test('of API keys has six of them', () => {
    assert.deepEqual([...keyStreamEvents].sort(), keyStreamTable.sort())
  })
})

describe('webhooks', () => {
  test('have the events of the specification, each once, and no other', () => {
    assert.deepEqual([...webhookEvents].sort(), webhookTable.sort())
  })

  test('spell the languages of a project differently from the stream', () => {
    for (const name of ['project.locale_added', 'project.locale_removed'] as const) {
      assert.deepEqual(changeEvents[name], { stream: 'project.locale.updated', webhook: name })
    }
  })
})
