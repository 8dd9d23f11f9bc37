import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertDelivery } from '../../../../test/described.ts'
import { createApiKey, join } from '../../../../test/factories.ts'
import { type Caller, startService } from '../../../../test/harness.ts'
import { until } from '../../../../test/until.ts'
import { streamsOf } from '../../stream/test/reader.ts'
import { createCheckScene } from './check-scene.ts'

const service = await startService()
const streams = await streamsOf(service)
// Whoever comes first sets the limits of organizations.
const first = await createFound()

/** In German and French the placeholder of a greeting is missing, which is an error; German lacks a number, too. */
async function createFound() {
  const scene = await createCheckScene(service)
  const { owner, params, projectId } = scene
  const greeting = await scene.write('greeting', { en: 'Hello {name}', de: 'Hallo', fr: 'Salut' })
  const wait = await scene.writeChecked('wait', { en: 'Wait 30 days', de: 'Warte Tage', fr: 'Attendez 30 jours' })
  return {
    ...scene,
    greeting,
    wait,
    ignore: (ids: string[], more: object = {}, caller: Caller = owner) =>
      service.ok(caller, 'ignoreIssues', { params, body: { ids, reason: 'As agreed', scope: 'value', ...more } }),
    reopen: (issueId: string, caller: Caller = owner) =>
      service.ok(caller, 'reopenIssue', { params: { projectId, issueId } }),
    counts: async () => (await service.ok(owner, 'getQa', { params })).counts,
    history: async (caller: Caller = owner) => {
      const query = { events: ['issue.ignored', 'issue.reopened'] }
      return (await service.ok(caller, 'listActivity', { params, query })).activity
    },
  }
}

/** What the history and streams tell of the number that is missing, once it is ignored. */
const toldOf = (issueId: string) => ({
  issueId,
  check: 'numbers',
  branch: null,
  params: { number: '30' },
  reason: 'As agreed',
  scope: 'value',
})

describe('qa 4 ignoring', () => {
  test('is kept with reason, scope, who and when, and holds for the same finding in other texts', async () => {
    const { owner, ignore, only, put, look, wait, counts } = await createFound()
    const { id } = await only('numbers', 'de')
    assert.deepEqual(await ignore([id]), { ignored: 1, failed: [] })
    const issue = await only('numbers', 'de')
    const { user } = await service.ok(owner, 'getSession')
    const by = { id: owner.userId, name: user.name }
    assert.equal(issue.state, 'ignored')
    assert.deepEqual(issue.ignored, {
      reason: 'As agreed',
      scope: 'value',
      by,
      at: service.clock.now().toISOString(),
    })
    assert.deepEqual(await counts(), { error: 2, warning: 0, ignored: 1 })
    await put(wait, 'de', 'Warte noch Tage')
    await look()
    assert.equal((await only('numbers', 'de')).state, 'ignored')
    // Gone for a while, it is still right when it comes again.
    await put(wait, 'de', 'Warte 30 Tage')
    await look()
    assert.deepEqual(await counts(), { error: 2, warning: 0, ignored: 0 })
    await put(wait, 'de', 'Warte Tage')
    await look()
    assert.deepEqual((await only('numbers', 'de')).ignored, issue.ignored)
    // Another number is another finding.
    await put(wait, 'en', 'Wait 40 days')
    await look()
    assert.equal((await only('numbers', 'de')).state, 'open')
  })

  test('each id counts once; unknown ones and those of other projects fail, and the rest is done', async () => {
    const { ignore, only, history } = await createFound()
    const elsewhere = await (await createFound()).only('numbers', 'de')
    const { id } = await only('numbers', 'de')
    const told = await ignore(['iss_none', id, id, elsewhere.id, '', 'iss_none'])
    assert.deepEqual(told, {
      ignored: 1,
      failed: ['iss_none', elsewhere.id, ''].map((id) => ({ id, message: 'Issue not found' })),
    })
    // A finding that is ignored already stays so, and fires nothing.
    assert.deepEqual(await ignore([id]), { ignored: 1, failed: [] })
    assert.equal((await history()).length, 1)
    assert.deepEqual(await ignore([id], { reason: 'Says the customer' }), { ignored: 1, failed: [] })
    assert.equal((await only('numbers', 'de')).ignored?.reason, 'Says the customer')
    const [renewed] = await history()
    assert.deepEqual(renewed?.before, { reason: 'As agreed', scope: 'value' })
  })

  test('errors are for reviewers: without translation.review those ids fail, the others are done', async () => {
    const { ignore, reopen, only, owner, orgId, projectId } = await createFound()
    const [error, warning] = [await only('placeholder_missing', 'de'), await only('numbers', 'de')]
    const translator = await join(service, owner, orgId, 'translator')
    const builder = await createApiKey(service, owner, projectId, ['translations:write'])
    const message = 'Errors are ignored by those who hold translation.review'
    for (const caller of [translator, builder]) {
      const told = await ignore([error.id, warning.id], {}, caller)
      assert.deepEqual(told, { ignored: 1, failed: [{ id: error.id, message }] })
      await reopen(warning.id, caller)
    }
    const reviewer = await join(service, owner, orgId, 'reviewer')
    assert.deepEqual(await ignore([error.id], {}, reviewer), { ignored: 1, failed: [] })
    const params = { projectId, issueId: error.id }
    const meta = { requiredPermission: 'translation.review' }
    await service.refused(translator, 'reopenIssue', { params }, 'missingPermission', meta)
    await reopen(error.id, reviewer)
    assert.equal((await only('placeholder_missing', 'de')).state, 'open')
  })

  test('for the key it covers the same check and params in all languages, those to come included', async () => {
    const { ignore, only, counts, put, look, greeting, owner, params, history } = await createFound()
    const { id } = await only('placeholder_missing', 'fr')
    await ignore([id])
    const german = await only('placeholder_missing', 'de')
    assert.deepEqual(await ignore([german.id], { reason: 'Nobody is named', scope: 'key' }), { ignored: 1, failed: [] })
    for (const locale of ['de', 'fr']) {
      const { ignored } = await only('placeholder_missing', locale)
      assert.deepEqual([ignored?.reason, ignored?.scope], ['Nobody is named', 'key'])
    }
    assert.deepEqual(await counts(), { error: 0, warning: 1, ignored: 2 })
    // What is ignored in all languages is so in one of them.
    assert.deepEqual(await ignore([id], { reason: 'Neither here' }), { ignored: 1, failed: [] })
    assert.equal((await only('placeholder_missing', 'fr')).ignored?.scope, 'key')
    await service.ok(owner, 'addProjectLocale', { params, body: { code: 'es' } })
    await put(greeting, 'es', 'Hola')
    await look()
    assert.equal((await only('placeholder_missing', 'es')).state, 'ignored')
    // One change for each finding: that of French alone, then both.
    assert.deepEqual(
      (await history()).map(({ locale, before }) => [locale, (before as { scope?: string } | null)?.scope]),
      [
        ['fr', 'value'],
        ['de', undefined],
        ['fr', undefined],
      ],
    )
  })

  test('for the key it is an error where it is one in any language', async () => {
    const { ignore, only, look, owner, orgId, params } = await createFound()
    await service.ok(owner, 'updateQa', {
      params,
      body: { checks: { numbers: { localeSeverities: { fr: 'error' } } } },
    })
    await look()
    const translator = await join(service, owner, orgId, 'translator')
    const { id, severity } = await only('numbers', 'de')
    assert.equal(severity, 'warning')
    assert.equal((await ignore([id], { scope: 'key' }, translator)).ignored, 0)
    assert.equal((await ignore([id], {}, translator)).ignored, 1)
  })

  test('who is restricted ignores in their languages alone, and knows of no other', async () => {
    const { ignore, reopen, only, owner, orgId, projectId, history } = await createFound()
    const german = await join(service, owner, orgId, 'reviewer', ['de'])
    const [mine, hidden] = [await only('placeholder_missing', 'de'), await only('placeholder_missing', 'fr')]
    const told = await ignore([mine.id, hidden.id], {}, german)
    assert.deepEqual(told, { ignored: 1, failed: [{ id: hidden.id, message: 'Issue not found' }] })
    await reopen(mine.id, german)
    const message = 'Members restricted to some languages cannot ignore it in all of them'
    assert.deepEqual((await ignore([mine.id], { scope: 'key' }, german)).failed, [{ id: mine.id, message }])
    await ignore([mine.id], { scope: 'key' })
    const at = (issueId: string) => ({ params: { projectId, issueId } })
    await service.refused(german, 'reopenIssue', at(mine.id), 'restrictedToLocales')
    await service.refused(german, 'reopenIssue', at(hidden.id), 'issueNotFound')
    const seen = await history(german)
    assert.ok(seen.length > 0 && seen.every(({ locale }) => locale === 'de'))
  })

  test('422: 1 to 1000 ids, a reason of 1 to 500 characters, and a scope', async () => {
    const { owner, params, ignore, only } = await createFound()
    const body = { ids: ['iss_none'], reason: 'As agreed', scope: 'value' }
    const refuse = (more: object, situation: Parameters<typeof service.refused>[3], field: string) =>
      service.refused(owner, 'ignoreIssues', { params, body: { ...body, ...more } }, situation, { field })
    await refuse({ ids: [] }, 'validationError', 'ids')
    await refuse({ ids: Array.from({ length: 1001 }, (_, n) => `iss_${n}`) }, 'validationError', 'ids')
    await refuse({ ids: ['a', 1] }, 'validationError', 'ids.1')
    await refuse({ ids: undefined }, 'fieldRequired', 'ids')
    await refuse({ reason: '' }, 'validationError', 'reason')
    await refuse({ reason: 'x'.repeat(501) }, 'fieldTooLong', 'reason')
    await refuse({ reason: undefined }, 'fieldRequired', 'reason')
    await refuse({ scope: 'project' }, 'validationError', 'scope')
    await refuse({ scope: undefined }, 'fieldRequired', 'scope')
    const ids = [(await only('numbers', 'de')).id, ...Array.from({ length: 999 }, (_, n) => `iss_${n}`)]
    const told = await ignore(ids, { reason: '😀'.repeat(500) })
    assert.deepEqual([told.ignored, told.failed.length], [1, 999])
  })

  test('403 READ_ONLY_MODE: while the plan is exceeded nothing is ignored, but what is ignored is opened', async () => {
    const { ignore, reopen, only, owner, orgId, params } = first
    const { id } = await only('numbers', 'de')
    await ignore([id])
    await service.ok(owner, 'updateOrganization', { params: { orgId }, body: { limits: { keys: 1 } } })
    const body = { ids: [id], reason: 'As agreed', scope: 'value' }
    await service.refused(owner, 'ignoreIssues', { params, body }, 'readOnly')
    await reopen(id)
  })
})

describe('qa 4 opening again', () => {
  test('204: the finding is open; one that is ignored for the key is open in all its languages', async () => {
    const { ignore, reopen, only, look, counts } = await createFound()
    const [german, french] = [await only('placeholder_missing', 'de'), await only('placeholder_missing', 'fr')]
    await ignore([german.id, french.id])
    await reopen(german.id)
    assert.deepEqual(
      [(await only('placeholder_missing', 'de')).state, await counts()],
      ['open', { error: 1, warning: 1, ignored: 1 }],
    )
    await ignore([german.id], { scope: 'key' })
    await reopen(french.id)
    await look()
    assert.deepEqual(await counts(), { error: 2, warning: 1, ignored: 0 })
  })

  test('404: what is unknown, of another project, or not ignored', async () => {
    const { only, owner, projectId, ignore } = await createFound()
    const other = await createFound()
    const elsewhere = await other.only('numbers', 'de')
    await other.ignore([elsewhere.id])
    const { id } = await only('numbers', 'de')
    for (const issueId of ['iss_none', '7', elsewhere.id, id])
      await service.refused(owner, 'reopenIssue', { params: { projectId, issueId } }, 'issueNotFound')
    await ignore([id])
  })
})

describe('qa 4 the history', () => {
  test('tells of both, with key, language, what was found, why and how far', async () => {
    const { ignore, reopen, only, history, owner, wait, params } = await createFound()
    const { id } = await only('numbers', 'de')
    await ignore([id])
    await reopen(id)
    const told = toldOf(id)
    const [reopened, ignored] = await history()
    const { id: _, at, actor, ...facts } = ignored ?? assert.fail()
    assert.deepEqual([actor.type, actor.id, at], ['user', owner.userId, service.clock.now().toISOString()])
    const place = { keyId: wait, key: 'wait', namespace: 'default', locale: 'de' }
    assert.deepEqual(facts, { event: 'issue.ignored', ...place, before: null, after: told })
    assert.deepEqual(
      [reopened?.event, reopened?.locale, reopened?.before, reopened?.after],
      ['issue.reopened', 'de', told, null],
    )
    // Taking a range back leaves both alone, and is not held up by them.
    const body = { fromId: 1, toId: reopened?.id ?? 0 }
    const { skipped } = await service.ok(owner, 'revertActivity', { params, body: { ...body, dryRun: true } })
    assert.deepEqual(skipped, [])
    await ignore([id])
    const { reverted } = await service.ok(owner, 'revertActivity', { params, body })
    assert.ok(reverted > 0)
    assert.equal((await history()).length, 3)
  })

  test('is told to the streams of people who may see the language, and what is open about the value', async () => {
    const { ignore, reopen, only, owner, orgId, projectId, wait } = await createFound()
    const french = await join(service, owner, orgId, 'developer', ['fr'])
    const path = `/projects/${projectId}/keys/events`
    const [whole, narrow] = [await streams.open(owner, path), await streams.open(french, path)]
    const ofKeys = await streams.open(
      await createApiKey(service, owner, projectId, ['translations:read']),
      '/keys/events/stream',
    )
    const { id, translationId } = await only('numbers', 'de')
    const error = await only('placeholder_missing', 'fr')
    await ignore([id])
    await reopen(id)
    await ignore([error.id])
    const seen = (reader: typeof whole) => reader.events.map(({ event, data }) => ({ event, ...data }))
    await until('all of it to be told', () => whole.events.length === 6 && narrow.events.length === 2)
    const place = { projectId, keyId: wait, key: 'wait', namespace: 'default', locale: 'de', translationId }
    const told = toldOf(id)
    const counts = { event: 'issues.updated', projectId, keyId: wait, locale: 'de', errors: 0 }
    const changes = seen(whole).filter(({ event }) => event !== 'issues.updated')
    assert.deepEqual(changes.slice(0, 2), [
      { event: 'issue.ignored', ...place, ...told },
      { event: 'issue.reopened', ...place, ...told },
    ])
    const counted = seen(whole).filter(({ event }) => event === 'issues.updated')
    assert.deepEqual(counted.slice(0, 2), [
      { ...counts, warnings: 0 },
      { ...counts, warnings: 1 },
    ])
    assert.ok(narrow.events.every(({ data }) => data['locale'] === 'fr'))
    assert.deepEqual(
      ofKeys.events.map(({ event }) => event),
      ['connected'],
    )
  })

  test('is told to webhooks, without a reason and what was found to those that tell no texts', async () => {
    const { ignore, reopen, only, owner, projectId, params, wait } = await createFound()
    const blind = await createApiKey(service, owner, projectId, [], ['webhook.create', 'webhook.view'])
    const hook = { name: 'Build', url: 'https://93.184.216.34/hook', events: ['issue.ignored', 'issue.reopened'] }
    const hooks: number[] = []
    for (const caller of [owner, blind])
      hooks.push((await service.ok(caller, 'createWebhook', { params, body: hook })).id)
    const { id, translationId } = await only('numbers', 'de')
    await ignore([id])
    await reopen(id)
    const [known = [], hidden = []] = await Promise.all(
      hooks.map(async (hookId) => {
        const { deliveries } = await service.ok(owner, 'listDeliveries', { params: { id: hookId } })
        return deliveries.reverse().map(({ payload }) => payload ?? assert.fail())
      }),
    )
    const place = { projectId, keyId: wait, key: 'wait', namespace: 'default', locale: 'de', translationId }
    const told = { issueId: id, check: 'numbers', branch: null, scope: 'value' }
    const facts = { params: { number: '30' }, reason: 'As agreed' }
    for (const [payloads, texts] of [
      [known, facts],
      [hidden, { params: null, reason: null }],
    ] as const) {
      assert.deepEqual(
        payloads.map(({ event, data }) => [event, data]),
        ['issue.ignored', 'issue.reopened'].map((event) => [event, { ...place, ...told, ...texts }]),
      )
      for (const payload of payloads) assertDelivery(payload)
    }
  })
})
