import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type CheckId, checkIds, checks } from '@parlance/contract'
import { checked, createApiKey, join } from '../../../../test/factories.ts'
import { atEnd, type Caller, startService } from '../../../../test/harness.ts'
import { Checker } from '../follow/checker.ts'
import { createCheckScene } from './check-scene.ts'

const service = await startService()
const NOTHING = { error: 0, warning: 0, ignored: 0 }

/** German lacks a placeholder, which is an error, and a number; French has two spaces. */
async function createFound() {
  const scene = await createCheckScene(service)
  const greeting = await scene.write('greeting', { en: 'Hello {name}', de: 'Hallo', fr: 'Bonjour {name}' })
  const wait = await scene.writeChecked('wait', { en: 'Wait 30 days', de: 'Warte Tage', fr: 'Attendez  30 jours' })
  const { params, owner } = scene
  const qa = (caller: Caller = owner) => service.ok(caller, 'getQa', { params })
  return {
    ...scene,
    greeting,
    wait,
    qa,
    patch: (body: unknown, caller: Caller = owner) => service.ok(caller, 'updateQa', { params, body }),
    refuse: (body: unknown, field: string) =>
      service.refused(owner, 'updateQa', { params, body }, 'validationError', { field }),
    check: async (id: CheckId) => (await qa()).checks.find((one) => one.id === id) ?? assert.fail(id),
  }
}

describe('qa 4 GET qa', () => {
  test('tells all checks in the order of the page, what was found, and what is ignored', async () => {
    const { qa, owner, params, only } = await createFound()
    const told = await qa()
    assert.deepEqual([told.state, told.pending, told.blockReview], ['ready', 0, false])
    assert.deepEqual(told.counts, { error: 1, warning: 2, ignored: 0 })
    assert.deepEqual(told.locales, [
      { code: 'en', ...NOTHING },
      { code: 'de', error: 1, warning: 1, ignored: 0 },
      { code: 'fr', error: 0, warning: 1, ignored: 0 },
    ])
    const found = ['placeholder_missing', 'double_space', 'numbers']
    assert.deepEqual(
      told.checks,
      checkIds.map((id) => ({
        id,
        severity: checks[id],
        defaultSeverity: checks[id],
        localeSeverities: {},
        open: found.includes(id) ? 1 : 0,
        ignored: 0,
      })),
    )
    const { id } = await only('numbers', 'de')
    await service.ok(owner, 'ignoreIssues', { params, body: { ids: [id], reason: 'As agreed', scope: 'value' } })
    const after = await qa()
    assert.deepEqual(after.counts, { error: 1, warning: 1, ignored: 1 })
    assert.deepEqual(after.locales[1], { code: 'de', error: 1, warning: 0, ignored: 1 })
    const numbers = after.checks.find(({ id }) => id === 'numbers')
    assert.deepEqual([numbers?.open, numbers?.ignored], [0, 1])
  })

  test('counts values that were not looked at yet, and is ready when there are none', async () => {
    const { qa, put, look, write, greeting } = await createFound()
    await put(greeting, 'de', 'Hallo zusammen')
    assert.deepEqual([(await qa()).state, (await qa()).pending], ['checking', 1])
    // The others are compared with the source text.
    await put(greeting, 'en', 'Hello {user}')
    assert.deepEqual([(await qa()).state, (await qa()).pending], ['checking', 3])
    await write('more', { de: 'Mehr' })
    assert.equal((await qa()).pending, 4)
    await look()
    assert.deepEqual([(await qa()).state, (await qa()).pending], ['ready', 0])
  })

  test('knows of no finding in keys that are deleted and in languages that are removed, until they are back', async () => {
    const { qa, owner, params, projectId, look, list, greeting } = await createFound()
    const key = { params: { projectId, keyId: greeting } }
    await service.ok(owner, 'deleteKey', key)
    await service.ok(owner, 'removeProjectLocale', { params: { projectId, code: 'fr' } })
    // At once, and after somebody has looked.
    for (const later of [async () => {}, look]) {
      await later()
      assert.deepEqual((await qa()).counts, { error: 0, warning: 1, ignored: 0 })
      assert.deepEqual(
        (await list()).map(({ check }) => check),
        ['numbers'],
      )
    }
    await service.ok(owner, 'restoreKey', key)
    await service.ok(owner, 'addProjectLocale', { params, body: { code: 'fr' } })
    assert.equal((await qa()).state, 'checking')
    await look()
    assert.deepEqual((await qa()).counts, { error: 1, warning: 2, ignored: 0 })
  })

  test('tells who is restricted of their languages alone', async () => {
    const { qa, patch, put, owner, orgId, wait } = await createFound()
    const french = await join(service, owner, orgId, 'viewer', ['fr'])
    await patch({ checks: { numbers: { localeSeverities: { de: 'error', fr: 'off' } } } })
    const told = await qa(french)
    assert.deepEqual(told.locales, [{ code: 'fr', error: 0, warning: 1, ignored: 0 }])
    assert.deepEqual(told.counts, { error: 0, warning: 1, ignored: 0 })
    const numbers = told.checks.find(({ id }) => id === 'numbers')
    assert.deepEqual([numbers?.localeSeverities, numbers?.open], [{ fr: 'off' }, 0])
    assert.equal(told.pending, 2)
    await put(wait, 'de', 'Warte 30 Tage')
    assert.equal((await qa(french)).pending, 2)
  })
})

describe('qa 4 PATCH qa', () => {
  test('changes what is sent and answers as GET; null is the default again', async () => {
    const { patch, qa, check, look } = await createFound()
    const told = await patch({ checks: { numbers: { severity: 'error' }, end_stop: { severity: 'warning' } } })
    assert.equal(told.state, 'checking')
    assert.deepEqual(told, await qa())
    assert.deepEqual([(await check('numbers')).severity, (await check('end_stop')).severity], ['error', 'warning'])
    await look()
    assert.deepEqual((await qa()).counts, { error: 2, warning: 1, ignored: 0 })
    await patch({ checks: { numbers: { severity: null } } })
    const numbers = await check('numbers')
    assert.deepEqual([numbers.severity, numbers.defaultSeverity], ['warning', 'warning'])
    assert.equal((await check('end_stop')).severity, 'warning')
    await look()
    assert.deepEqual((await qa()).counts, { error: 1, warning: 2, ignored: 0 })
  })

  test('says otherwise for some languages, in any spelling; null of one is as in the others again', async () => {
    const { patch, check, look, list } = await createFound()
    await patch({ checks: { placeholder_missing: { localeSeverities: { DE: 'warning', fr: 'off' } } } })
    assert.deepEqual((await check('placeholder_missing')).localeSeverities, { de: 'warning', fr: 'off' })
    assert.equal((await check('placeholder_missing')).severity, 'error')
    await look()
    assert.equal((await list({ checks: ['placeholder_missing'] }))[0]?.severity, 'warning')
    await patch({ checks: { placeholder_missing: { localeSeverities: { de: null } } } })
    assert.deepEqual((await check('placeholder_missing')).localeSeverities, { fr: 'off' })
    await look()
    assert.equal((await list({ checks: ['placeholder_missing'] }))[0]?.severity, 'error')
  })

  test('a check that is off has no findings; turned on again, what was ignored is ignored', async () => {
    const { patch, look, list, only, owner, params } = await createFound()
    const { id } = await only('numbers', 'de')
    await service.ok(owner, 'ignoreIssues', { params, body: { ids: [id], reason: 'As agreed', scope: 'value' } })
    await patch({ checks: { numbers: { severity: 'off' }, double_space: { severity: 'off' } } })
    await look()
    assert.deepEqual(
      (await list({ state: 'all' })).map(({ check }) => check),
      ['placeholder_missing'],
    )
    await patch({ checks: { numbers: { severity: 'error' }, double_space: { severity: null } } })
    await look()
    const back = await only('numbers', 'de')
    assert.deepEqual([back.id, back.state, back.severity, back.ignored?.reason], [id, 'ignored', 'error', 'As agreed'])
    assert.equal((await only('double_space', 'fr')).state, 'open')
  })

  test('without anything in it changes nothing, and what is set already is not looked at again', async () => {
    const { patch, qa } = await createFound()
    const before = await qa()
    for (const body of [
      {},
      { checks: {} },
      { checks: { numbers: {} } },
      { checks: { numbers: { localeSeverities: {} } } },
    ])
      assert.deepEqual(await patch(body), before)
    assert.deepEqual(await patch({ blockReview: true }), { ...before, blockReview: true })
    assert.equal((await patch({ checks: { numbers: { severity: 'off' } } })).state, 'checking')
    assert.equal((await qa()).blockReview, true)
  })

  test('422 with the check: unknown ones, unknown severities, and languages that the project does not have', async () => {
    const { refuse, qa, patch } = await createFound()
    const before = await qa()
    for (const id of ['spelling', '', '__proto__', 'a.b'])
      await refuse(JSON.stringify({ checks: JSON.parse(`{ ${JSON.stringify(id)}: {} }`) }), `checks.${id}`)
    const wrong = [
      { severity: 'fatal' },
      { severity: 1 },
      { severity: '' },
      { localeSeverities: { de: 'fatal' } },
      { localeSeverities: { es: 'error' } },
      { localeSeverities: { 'no code': 'error' } },
      { localeSeverities: { 'no code': null } },
      { localeSeverities: [] },
      { localeSeverities: null },
      'off',
      null,
      [],
    ]
    for (const setting of wrong)
      await refuse({ checks: { blank: { severity: 'off' }, numbers: setting } }, 'checks.numbers')
    await refuse({ checks: [] }, 'checks')
    await refuse({ checks: null }, 'checks')
    await refuse({ blockReview: 'yes' }, 'blockReview')
    assert.deepEqual(await qa(), before)
    // A language that is gone leaves nothing behind that could not be taken back.
    await patch({ checks: { numbers: { localeSeverities: { es: null } } } })
  })

  test('403: who is restricted names no other language, and changes their own', async () => {
    const { owner, orgId, params, patch, check } = await createFound()
    const german = await join(service, owner, orgId, 'developer', ['de'])
    for (const code of ['fr', 'es']) {
      const body = { checks: { numbers: { localeSeverities: { [code]: 'off' } } } }
      await service.refused(german, 'updateQa', { params, body }, 'localeForbidden')
    }
    await patch({ checks: { numbers: { localeSeverities: { de: 'off' } } } }, german)
    assert.deepEqual((await check('numbers')).localeSeverities, { de: 'off' })
  })

  test('is told in the audit log', async () => {
    const { patch, owner, orgId } = await createFound()
    await patch({ checks: { numbers: { severity: 'off' } }, blockReview: true })
    const query = { events: ['project.updated'], limit: 1 }
    const { entries } = await service.ok(owner, 'listAudit', { params: { orgId }, query })
    assert.deepEqual(entries[0]?.details, {
      before: { checks: {}, blockReview: false },
      after: { checks: { numbers: { severity: 'off' } }, blockReview: true },
    })
  })
})

test('qa 4 who reads is told, and the worker comes to its end by itself', async () => {
  const checker = new Checker(service.services)
  atEnd(() => checker.close())
  const { owner, projectId, params, write, list } = await createCheckScene(service)
  const reader = await createApiKey(service, owner, projectId, ['translations:read'])
  await write('greeting', { en: 'Hello {name}', de: 'Hallo', fr: 'Bonjour' })
  await checked(service, reader, projectId)
  assert.deepEqual(
    (await list({}, reader)).map(({ check, locale }) => `${check} ${locale}`),
    ['placeholder_missing de', 'placeholder_missing fr'],
  )
  await service.ok(owner, 'updateQa', { params, body: { checks: { placeholder_missing: { severity: 'off' } } } })
  await checked(service, reader, projectId)
  assert.deepEqual(await list({ state: 'all' }, reader), [])
})
