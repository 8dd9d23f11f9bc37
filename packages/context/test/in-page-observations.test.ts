import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '@parlance/sdk'
import { startConsole } from '../../console/test/browser.ts'
import { startApplication } from './application.ts'
import type { Running } from './in-page.ts'

const translation = {
  title: 'Your cart',
  intro: 'These are yours',
  name: 'Name',
  nameHint: 'As in your passport',
  save: 'Save',
  cancel: 'Cancel',
  wrong: 'That is no name',
  logo: 'A parrot',
  more: 'More',
  first: 'First',
}

const FORM = `
  <p>{more}</p>
  <section>
    <h2>{title}</h2><p>{intro}</p>
    <form>
      <label for=name>{name}</label>
      <input id=name placeholder="{nameHint}" style="width: 20ch; padding: 0 4px; font: inherit" aria-invalid=true aria-describedby=bad>
      <span id=bad>{wrong}</span>
      <button style="white-space: nowrap; width: 12ch; border: 0; padding: 0; font: 15px monospace"><b>{save}</b></button>
      <a href="/" title="{more}" style="white-space: nowrap">{cancel}</a>
      <img alt="{logo}">
    </form>
  </section>`

async function show(page: Awaited<ReturnType<Awaited<ReturnType<typeof startApplication>>['open']>>, html: string) {
  await page.evaluate((html) => {
    const { t } = window as unknown as Running
    document.body.innerHTML = html.replace(/\{(\w+)\}/g, (_, key) => t(key))
  }, html)
}

const stop = (page: Awaited<ReturnType<Awaited<ReturnType<typeof startApplication>>['open']>>) =>
  page.evaluate(() => (window as unknown as Running).collector.stop())

async function until(isSo: () => boolean): Promise<void> {
  for (const end = Date.now() + 20_000; !isSo(); ) {
    if (Date.now() > end) throw new Error('It did not come to pass')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

test('each text is told with what it is, the room it has and what is around it', async () => {
  const application = await startApplication()
  const page = await application.open({ translation }, '/orders/12')
  await show(page, FORM)
  await stop(page)
  await until(() => application.batches.length > 0)
  const told = (key: string) =>
    application.seen(key).map(({ uiType, translationRole, lengthHint }) => [uiType, translationRole, lengthHint])
  assert.deepEqual(told('title'), [['heading', 'title', null]])
  assert.deepEqual(told('intro'), [['paragraph', 'body', null]])
  assert.deepEqual(told('name'), [['label', 'label', null]])
  assert.deepEqual(told('nameHint'), [['input', 'placeholder', '20ch']])
  assert.deepEqual(told('wrong'), [['text', 'error', null]])
  assert.deepEqual(told('save'), [['button', 'action', '12ch']])
  assert.deepEqual(
    told('cancel').map(([uiType, role]) => [uiType, role]),
    [['link', 'action']],
  )
  assert.deepEqual(told('logo'), [['image', 'alt', null]])
  assert.deepEqual(told('more').sort(), [
    ['link', 'tooltip', null],
    ['paragraph', 'body', null],
  ])
  const around = (key: string) => application.seen(key)[0]?.neighbors.map(({ role, key, text }) => [role, key, text])
  assert.deepEqual(around('nameHint')?.[0], ['label', 'name', 'Name'])
  assert.deepEqual(around('intro')?.slice(0, 2), [
    ['heading', 'title', 'Your cart'],
    ['after', 'name', 'Name'],
  ])
  assert.deepEqual(around('save')?.slice(0, 2), [
    ['before', 'wrong', 'That is no name'],
    ['after', 'more', 'More'],
  ])
  for (const { neighbors, screenGroup, namespace } of application.batches.flat()) {
    assert.ok(neighbors.length <= 5)
    assert.equal(screenGroup, '/orders/:id')
    assert.equal(namespace, undefined)
    for (const near of neighbors) assert.equal(near.namespace, 'default')
  }
})

test('a text is what its role says, else its element, else what is around it', async () => {
  const application = await startApplication()
  const places: [key: string, html: string, uiType: string, role: string][] = [
    ['tab', '<div role=tablist><button role=tab>?</button></div>', 'tab', 'label'],
    ['menu', '<div role=menu><div role="menuitemcheckbox"><span>?</span></div></div>', 'menuitem', 'action'],
    ['head', '<table><tr><th><span>?</span></th></tr></table>', 'tableheader', 'label'],
    ['cell', '<table><tr><td>?</td></tr></table>', 'cell', 'body'],
    ['item', '<ul><li><div><em>?</em></div></li></ul>', 'listitem', 'body'],
    ['plain', '<ul role=none><li role=presentation>?</li></ul>', 'text', 'body'],
    ['dialog', '<div role=alertdialog><div>?</div></div>', 'dialog', 'body'],
    ['alert', '<div role=alert>?</div>', 'alert', 'error'],
    ['status', '<output>?</output>', 'status', 'body'],
    ['tip', '<div role=tooltip>?</div>', 'tooltip', 'tooltip'],
    ['option', '<select><option>?</option></select>', 'option', 'option'],
    ['submit', '<input type=submit value="?">', 'button', 'action'],
    ['icon', '<button aria-label="?"></button>', 'button', 'action'],
    ['nav', '<nav aria-label="?"></nav>', 'text', 'label'],
    ['area', '<textarea placeholder="?"></textarea>', 'input', 'placeholder'],
    ['anchor', '<a>?</a>', 'text', 'body'],
    ['unknown', '<p role="nonsense">?</p>', 'paragraph', 'body'],
    ['first', '<span role="nonsense heading">?</span>', 'heading', 'title'],
  ]
  const page = await application.open({ translation: Object.fromEntries(places.map(([key]) => [key, `A ${key}`])) })
  await show(page, places.map(([key, html]) => html.replace('?', `{${key}}`)).join(''))
  await stop(page)
  await until(() => application.batches.length > 0)
  const told = places.map(([key, html]) => {
    const [seen] = application.seen(key)
    return [key, html, seen?.uiType, seen?.translationRole]
  })
  assert.deepEqual(told, places)
})

test('a text that is moved is still known, among its new neighbors', async () => {
  const application = await startApplication()
  const page = await application.open({ translation }, '/', true)
  await show(page, '<section>{first}</section><form><p>{title}</p><p id=here></p></form>')
  await page.clock.runFor(6000)
  await until(() => application.batches.length === 1)
  await page.evaluate(() => {
    const text = document.querySelector('section')?.firstChild
    if (text) document.querySelector('#here')?.append(text)
  })
  await page.clock.runFor(6000)
  await until(() => application.batches.length === 2)
  const [before, after] = application.seen('first')
  assert.deepEqual([before?.uiType, before?.neighbors], ['text', []])
  const near = { role: 'before', namespace: 'default', key: 'title', text: 'Your cart' }
  assert.deepEqual([after?.uiType, after?.neighbors], ['paragraph', [near]])
})

test('what is seen again is not sent again; what is new comes after five seconds, a thousand at a time', async () => {
  const application = await startApplication()
  const page = await application.open({ translation }, '/', true)
  await show(page, '<p>{title}</p>')
  await page.clock.runFor(4000)
  assert.equal(application.batches.length, 0)
  await page.clock.runFor(2000)
  await until(() => application.batches.length === 1)
  await show(page, '<p>{title}</p>')
  await page.clock.runFor(1000)
  await page.evaluate(() => {
    const { i18next, t } = window as unknown as Running
    for (let at = 0; at < 1500; at++) i18next.addResource('en', 'translation', `k${at}`, `Text ${at}`)
    const items = Array.from({ length: 1500 }, (_, at) => `<li>${t(`k${at}`)}</li>`).join('')
    document.body.insertAdjacentHTML('beforeend', `<section>${items}</section>`)
  })
  await page.clock.runFor(5000)
  await until(() => application.batches.length === 2)
  await page.clock.runFor(5000)
  await until(() => application.batches.flat().length >= 1501)
  assert.ok(application.batches.every((batch) => batch.length > 0 && batch.length <= 1000))
  assert.equal(application.seen('k7').length, 1)
  assert.equal(application.seen('title').length, 1)
})

test('two instances of i18next report to one companion, and nothing again after a new beginning', async () => {
  const application = await startApplication()
  const page = await application.open({ translation, other: { here: 'Here' } })
  await page.evaluate(async () => {
    const { i18next, collectContext, collector, t } = window as unknown as Running
    const endpoint = '/__parlance/observations'
    const second = i18next.createInstance()
    await second.init({ lng: 'en', defaultNS: 'other', resources: { en: { other: { there: 'There' } } } })
    const others = collectContext({ i18next: second, endpoint })
    const frame = () => new Promise(requestAnimationFrame)
    document.body.innerHTML = `<p>${t('title')}</p><p>${second.t('there')}</p>`
    await frame()
    collector.stop()
    others.stop()
    const again = collectContext({ i18next, endpoint, screen: () => '/' })
    document.body.innerHTML = `<p>${t('title')}</p><p>${second.t('there')}</p>`
    await frame()
    document.body.innerHTML = `<p>${t('here', { ns: 'other' })}</p>`
    await frame()
    again.stop()
  })
  await until(() => application.seen('here').length > 0)
  assert.deepEqual(
    application.seen('there').map(({ namespace }) => namespace),
    ['other'],
  )
  assert.deepEqual(
    application.seen('here').map(({ namespace }) => namespace),
    ['other'],
  )
  assert.equal(application.seen('title').filter(({ neighbors }) => neighbors.length > 0).length, 1)
})

test('what does not arrive is sent again, what is refused is not', async () => {
  let status = 503
  const application = await startApplication(async () => status)
  const page = await application.open({ translation }, '/', true)
  await show(page, '<p>{title}</p>')
  await page.clock.runFor(6000)
  await until(() => application.batches.length === 1)
  status = 422
  await page.clock.runFor(5000)
  await until(() => application.batches.length === 2)
  await page.clock.runFor(5000)
  await show(page, '<p>{intro}</p>')
  await page.clock.runFor(6000)
  await until(() => application.batches.length === 3)
  assert.deepEqual(
    application.batches.map((batch) => batch.map(({ key }) => key)),
    [['title'], ['title'], ['intro']],
  )
})

test('the service knows afterwards where a key was shown', async () => {
  const { admin, url } = await startConsole()
  const body = { name: 'Shop', sourceLocale: 'en' }
  const { id: projectId } = await admin.api.createProject({ params: { orgId: admin.orgId }, body })
  const params = { projectId }
  const { id: keyId } = await admin.api.createKey({ params, body: { key: 'save' } })
  const asked = { name: 'Application', scopes: ['context:write' as const] }
  const { key: apiKey } = await admin.api.createApiKey({ params, body: asked })
  const client = createClient({ baseUrl: url, apiKey })
  const application = await startApplication(async (body) => {
    await client.createObservations({ body: JSON.parse(body) })
    return 202
  })
  const page = await application.open({ translation })
  await show(page, FORM)
  await stop(page)
  await until(() => application.batches.length > 0)
  const { observed, context } = await admin.api.getKeyContext({ params: { projectId, keyId } })
  assert.equal(observed, true)
  assert.equal(context?.uiType, 'button')
  assert.equal(context?.lengthHint, '12ch')
  assert.deepEqual(context?.screenGroups, ['/'])
  assert.equal(context?.neighbors.length, 5)
})
