import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startConsole } from './browser.ts'
import { assertWithin, msUntilShown } from './response-time.ts'
import { connection, createProject, join, openRow, rowOf, until, written } from './saving-scene.ts'

const service = await startConsole()
const person = await service.signUp('Ada Writer')
const TEXTS = { 'a.one': 'One', 'a.two': 'Two', 'a.three': 'Three' }

/** Saves; everything else goes its way. */
const SAVES = /\/v1\/projects\/\d+\/keys\/\d+\/values\//

test('11, 12 Ctrl+Enter has the next row open within 50 ms, whenever the answer comes; the row left shows "Saving", then "Saved"', async () => {
  const keys = ['k.1', 'k.2', 'k.3', 'k.4', 'k.5']
  const scene = await createProject(person, Object.fromEntries(keys.map((key) => [key, 'Text'])))
  const page = await person.at(scene.address)
  const { promise: answers, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(SAVES, async (route) => {
    await answers
    await route.continue()
  })
  await openRow(page, 'k.1')
  const taken: number[] = []
  for (const next of keys.slice(1)) {
    await page.keyboard.type('Wort')
    const selector = `[role="row"][aria-label="${next}"] [role="textbox"]:focus`
    taken.push(await msUntilShown(page, 'Control+Enter', { selector }))
  }
  // None of the answers has come: whether they take 2 s or for ever makes no difference.
  await rowOf(page, 'k.1').getByText('Saving').waitFor()
  assertWithin(50, taken)
  letGo()
  await rowOf(page, 'k.4').getByText('Saved').waitFor()
  await page
    .getByRole('status', { name: 'Announcements' })
    .getByText(/k\.[1-4]/)
    .waitFor()
  assert.equal((await scene.german('k.1'))?.value, 'Wort')
  assert.deepEqual(page.complaints, [])
})

test('15, 16, 17, 18 a text that is not saved is a draft, outlasts a reload, and can be discarded', async () => {
  const scene = await createProject(person, TEXTS, { 'a.one': 'Alt' })
  const page = await person.at(scene.address)
  let sent = 0
  await page.route(SAVES, (route) => {
    sent++
    return route.continue()
  })
  await openRow(page, 'a.one')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Eins')
  await page.keyboard.press('Alt+ArrowDown')
  await rowOf(page, 'a.three').getByRole('textbox').waitFor()
  await rowOf(page, 'a.one').getByText('Draft').waitFor()
  await page.keyboard.press('Alt+ArrowUp')
  await rowOf(page, 'a.one').getByRole('textbox').waitFor()
  assert.equal(await written(page), 'Eins')
  await page.keyboard.press('Alt+ArrowDown')
  await rowOf(page, 'a.three').getByRole('textbox').waitFor()
  await page.keyboard.type('Drei')
  await page.keyboard.press('Escape')
  await rowOf(page, 'a.three').getByText('Draft').waitFor()
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-locale')), 'de')
  assert.equal((await scene.german('a.one'))?.value, 'Alt')

  await page.reload()
  await rowOf(page, 'a.one').getByText('Eins').waitFor()
  const drafts = page.getByRole('button', { name: 'Drafts' })
  assert.match(await drafts.innerText(), /2/)
  await openRow(page, 'a.one')
  assert.equal(await written(page), 'Eins')
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await until(() => written(page), 'Alt')
  await until(async () => /1/.test(await drafts.innerText()), true)
  assert.equal(sent, 0)
})

test('"Drafts" lists them with "Save all" and "Discard all", which can be taken back', async () => {
  const scene = await createProject(person, TEXTS)
  const page = await person.at(scene.address)
  for (const [key, text] of [
    ['a.one', 'Eins'],
    ['a.two', 'Zwei'],
  ] as const) {
    await openRow(page, key)
    await page.keyboard.type(text)
    await page.keyboard.press('Escape')
  }
  await page.getByRole('button', { name: 'Drafts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Drafts' })
  await dialog.getByText('Zwei').waitFor()
  await dialog.getByRole('button', { name: 'Discard all' }).click()
  await dialog.getByText('Zwei').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await dialog.getByText('Zwei').waitFor()
  await dialog.getByRole('button', { name: 'Save all' }).click()
  await until(async () => (await scene.german('a.one'))?.value, 'Eins')
  await until(async () => (await scene.german('a.two'))?.value, 'Zwei')
})

test('27 a 503 answer shows "Not saved" and an alert; the text stays; "Try again" saves', async () => {
  const scene = await createProject(person, TEXTS)
  const page = await person.at(scene.address)
  await page.route(SAVES, (route) =>
    route.fulfill({ status: 503, json: { code: 'UNAVAILABLE', message: 'Busy' }, headers: { 'retry-after': '1' } }),
  )
  await openRow(page, 'a.one')
  await page.keyboard.type('Eins')
  await page.keyboard.press('Control+Enter')
  await rowOf(page, 'a.one').getByText('Not saved').waitFor()
  await page.getByRole('alert').getByText('a.one').waitFor()
  await rowOf(page, 'a.one').getByText('Eins').waitFor()
  await page.unroute(SAVES)
  await page.getByRole('button', { name: 'Try again' }).click()
  await rowOf(page, 'a.one').getByText('Saved').waitFor()
  await page.getByRole('alert').waitFor({ state: 'detached' })
  assert.deepEqual(await scene.history('a.one'), ['Eins'])
})

const REFUSALS = [
  ['a.one', 413, 'FILE_TOO_LARGE', 'This is too large.'],
  ['a.two', 422, 'VALIDATION_ERROR', 'The service does not accept this.'],
  ['a.three', 403, 'FORBIDDEN', 'You may not do this.'],
] as const

test('refused with 413, 422 or 403, a text stays a draft with the reason, and outlasts a reload; after a 429 it goes out by itself', async () => {
  const scene = await createProject(person, { ...TEXTS, 'b.many': 'Many' })
  const page = await person.at(scene.address)
  await page.route(SAVES, (route) => {
    const [, status, code] = REFUSALS.find(([key]) =>
      route
        .request()
        .url()
        .includes(`/keys/${scene.keyId(key)}/`),
    ) ?? ['', 429, 'RATE_LIMITED']
    return route.fulfill({ status, json: { code } })
  })
  for (const [key, , , reason] of [...REFUSALS, ['b.many', 429, '', 'That was too often.']] as const) {
    await openRow(page, key)
    await page.keyboard.type(`Text of ${key}`)
    await page.keyboard.press('Control+s')
    await rowOf(page, key).getByText('Not saved').waitFor()
    await rowOf(page, key).getByText(reason).waitFor()
  }
  await page.unroute(SAVES)
  await until(async () => (await scene.german('b.many'))?.value, 'Text of b.many')
  await page.reload()
  for (const [key] of REFUSALS) {
    await rowOf(page, key).getByText('Draft').waitFor()
    await rowOf(page, key).getByText(`Text of ${key}`).waitFor()
  }
})

test('28 offline, two saves wait and say so; online again both are on the server, each once', async () => {
  const scene = await createProject(person, TEXTS)
  const page = await person.at(scene.address)
  await openRow(page, 'a.one')
  await page.context().setOffline(true)
  await page.keyboard.type('Eins')
  await page.keyboard.press('Control+Enter')
  await rowOf(page, 'a.three').getByRole('textbox').waitFor()
  await page.keyboard.type('Drei')
  await page.keyboard.press('Control+Enter')
  await connection(page)
    .getByText(/Offline.*2/)
    .waitFor()
  await page.context().setOffline(false)
  const since = Date.now()
  await until(async () => (await scene.german('a.one'))?.value, 'Eins')
  await until(async () => (await scene.german('a.three'))?.value, 'Drei')
  assertWithin(5_000, [Date.now() - since])
  assert.deepEqual([await scene.history('a.one'), await scene.history('a.three')], [['Eins'], ['Drei']])
})

test('29 a reload while saves wait does not lose them', async () => {
  const scene = await createProject(person, TEXTS)
  const page = await person.at(scene.address)
  await page.route(SAVES, (route) => route.abort())
  await openRow(page, 'a.one')
  await page.keyboard.type('Eins')
  await page.keyboard.press('Control+Enter')
  await rowOf(page, 'a.one').getByText('Waiting').waitFor()
  await page.unroute(SAVES)
  await page.reload()
  await until(async () => (await scene.german('a.one'))?.value, 'Eins')
  await rowOf(page, 'a.one').getByText('Eins').waitFor()
  assert.deepEqual(await scene.history('a.one'), ['Eins'])
})

test('34 "Undo" after a save puts value and status back on the server', async () => {
  const scene = await createProject(person, TEXTS, { 'a.one': 'Alt' })
  const page = await person.at(scene.address)
  await openRow(page, 'a.one')
  await page.keyboard.press('Control+Shift+Enter')
  await rowOf(page, 'a.one').getByText('Reviewed').waitFor()
  await openRow(page, 'a.one')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Neu')
  await page.keyboard.press('Control+Enter')
  await until(async () => (await scene.german('a.one'))?.value, 'Neu')
  await page.getByRole('button', { name: 'Undo' }).click()
  await until(async () => (await scene.german('a.one'))?.value, 'Alt')
  assert.equal((await scene.german('a.one'))?.status, 'translated')
  await rowOf(page, 'a.one').getByText('Alt').waitFor()
})

const REFUSING: Record<string, () => void> = {
  'is full': () => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  },
  'opens nothing': () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('refused', 'SecurityError')
    }
  },
}

for (const [how, refuse] of Object.entries(REFUSING))
  test(`a browser that keeps nothing, because it ${how}, says so, and the page loses nothing`, async () => {
    const scene = await createProject(person, TEXTS)
    const page = await person.at('/')
    await page.addInitScript(refuse)
    await page.goto(scene.address)
    await openRow(page, 'a.one')
    await page.keyboard.type('Eins')
    await page.getByRole('alert').getByText('refuses to keep').waitFor()
    await page.keyboard.press('Alt+ArrowDown')
    await rowOf(page, 'a.one').getByText('Draft').waitFor()
    await openRow(page, 'a.one')
    assert.equal(await written(page), 'Eins')
    await page.keyboard.press('Control+Enter')
    await until(async () => (await scene.german('a.one'))?.value, 'Eins')
    await page.getByRole('alert').waitFor({ state: 'detached' })
  })

test('a key that somebody deletes while it is open keeps the text that was typed, and says why it cannot be saved', async () => {
  const scene = await createProject(person, TEXTS)
  const page = await person.at(scene.address)
  await connection(page).getByText('Live').waitFor()
  await openRow(page, 'a.one')
  await page.keyboard.type('Eins')
  const params = { projectId: scene.projectId, keyId: scene.keyId('a.one') }
  await person.api.deleteKey({ params })
  await page.getByText('This key was deleted').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled(), true)
  assert.equal(await written(page), 'Eins')
  await page.keyboard.press('Escape')
  await person.api.restoreKey({ params })
  await rowOf(page, 'a.one').getByText('Draft').waitFor()
  await openRow(page, 'a.one')
  await page.keyboard.press('Control+Enter')
  await until(async () => (await scene.german('a.one'))?.value, 'Eins')
})

test('a language that is taken from somebody while they type leaves them their text', async () => {
  const owner = await service.signUp()
  const member = await service.signUp()
  const scene = await createProject(owner, TEXTS)
  await join(owner, member, 'translator', ['en', 'de'])
  const page = await member.at(scene.address)
  await openRow(page, 'a.one')
  await page.keyboard.type('Eins')
  const params = { orgId: owner.orgId, userId: member.userId }
  await owner.api.updateMember({ params, body: { localeCodes: ['en', 'fr'] } })
  await page.keyboard.press('Control+Enter')
  await page.getByText('Eins').first().waitFor()
  assert.equal((await scene.german('a.one'))?.value, undefined)
})
