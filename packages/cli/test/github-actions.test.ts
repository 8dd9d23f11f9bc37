import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { runJob, workflow } from './github-actions.ts'
import { repositoryOf } from './pipeline.ts'
import { startScene } from './scene.ts'

const { service, owner, projectId, apiKey, url, env } = await startScene()
const params = { projectId }
const repository = repositoryOf('github-actions')
const values = {
  'vars.PARLANCE_URL': url,
  'vars.PARLANCE_PROJECT': String(projectId),
  'secrets.PARLANCE_API_KEY': apiKey,
  'github.event.before': '',
}

const job = (name: string, branch: string, more: Record<string, string> = {}) =>
  runJob(name, { repository, branch, values: { ...values, ...more } })
const write = (key: string, locale: string, value: string) =>
  service.ok(owner, 'putValue', { params: { ...params, key }, body: { locale, value } })
const textOf = async (key: string, locale: string) =>
  (await service.ok(owner, 'listKeys', { params, query: { search: key } })).data[0]?.translations[locale]?.value

describe('the example for GitHub Actions', () => {
  before(async () => {
    // As its README says: once, by hand.
    const { code, stderr } = await repository.run(['npx parlance push --all-locales'], env)
    assert.equal(code, 0, stderr)
  })

  test('a good pull request passes', async () => {
    repository.commit('good', {
      'locales/en/translation.json': ['"title"', '"empty": "Nothing in it, {{name}}",\n    "title"'],
      'src/cart.tsx': ["<h1>{t('cart.title')}</h1>", "<h1>{count ? t('cart.title') : t('cart.empty', { name })}</h1>"],
    })
    const forgotten = await job('check', 'good')
    assert.match(forgotten.stdout, /^::error file=src\/texts\.d\.ts::/m)
    await repository.run(['npx parlance types --from files'], {})
    repository.amend()
    const { code, steps } = await job('check', 'good')
    assert.equal(code, 0, JSON.stringify(steps))
    assert.equal(steps.length, 3)
    const preview = await job('preview', 'good')
    assert.equal(preview.code, 0, JSON.stringify(preview.steps))
    assert.equal(preview.stdout, '+ default:cart.empty (en) "Nothing in it, {name}"\n1 text differs\n')
    assert.equal(await textOf('cart.empty', 'en'), undefined)
  })

  test('a bad one is told all of its faults at once, beside their lines', async () => {
    repository.commit('bad', {
      'locales/en/translation.json': ['Hello {{name}}', 'Hello {{name}}, it is {{day}}'],
      'locales/de/translation.json': ['{{count}} Artikel"', '{{anzahl}} Artikel"'],
      'src/cart.tsx': ["'cart.title'", "'cart.titel'"],
    })
    const { steps, stdout } = await job('check', 'bad')
    assert.deepEqual(
      steps.map(({ code }) => code),
      [1, 1, 1],
    )
    for (const place of [
      'locales/de/translation.json,line=5,',
      'src/cart.tsx,line=7,',
      'src/texts.d.ts::',
      'texts.lock.json,line=4::default cart.greeting now asks for day',
    ])
      assert.ok(stdout.includes(`::error file=${place}`), `${place}: ${stdout}`)
  })

  test('a push from main sends source texts that are new or were changed there, and sent again changes nothing', async () => {
    const before = repository.commit('main', {
      'locales/en/checkout.json': ['Pay now', 'Pay with pleasure'],
      'locales/de/checkout.json': ['Jetzt', 'Hier'],
    })
    const first = await job('push', 'main', { 'github.event.before': before })
    assert.equal(first.code, 0, JSON.stringify(first.steps))
    assert.equal(await textOf('pay', 'en'), 'Pay with pleasure')
    assert.equal(await textOf('pay', 'de'), 'Jetzt bezahlen')
    const again = await job('push', 'main', { 'github.event.before': before })
    assert.match(again.stdout, /0 texts added, 0 changed/)
  })

  test('a build has what translators wrote, loads nothing twice, and tells what runs', async () => {
    await write('cart.title', 'de', 'Ihr Warenkorb')
    const { code, folder, stdout, steps } = await job('build', 'main')
    assert.equal(code, 0, JSON.stringify(steps))
    assert.match(readFileSync(join(folder, 'dist/locales/de/translation.json'), 'utf8'), /"Ihr Warenkorb"/)
    assert.match(stdout, /^2 of 6 files written$/m)
    const again = await job('build', 'main')
    assert.match(again.stdout, /^0 of 6 files written$/m)
    assert.match(readFileSync(join(again.folder, 'dist/locales/de/translation.json'), 'utf8'), /"Ihr Warenkorb"/)
    const { deployments } = await service.ok(owner, 'listDeployments', { params })
    assert.deepEqual(
      deployments.map(({ name, keys }) => [name, keys]),
      [['production', 4]],
    )
    const changes = [{ namespace: 'default', key: 'cart.greeting', value: 'Hello {name}, it is {day}' }]
    const { results } = await service.ok(owner, 'getTypesImpact', { params, body: { changes } })
    assert.equal(results[0]?.breaking[0]?.deployment, 'production')
  })

  test('texts that are missing are a warning, and what nobody can tell is none', async () => {
    await service.ok(owner, 'createKey', {
      params,
      body: { key: 'cart.new', translations: { en: { value: 'New', status: 'translated' } } },
    })
    const { code, stdout } = await job('build', 'main')
    assert.equal(code, 0)
    assert.match(stdout, /^::warning::Not every text/m)
    const { steps } = await job('build', 'main', { 'secrets.PARLANCE_API_KEY': 'tms_wrong' })
    assert.equal(steps.at(-1)?.name, 'All texts from Parlance')
    assert.equal(steps.at(-1)?.code, 3)
  })

  test('a text that was changed on both sides stops push and build, until somebody says who is right', async () => {
    await write('cart.title', 'en', 'Your shopping cart')
    const before = repository.commit('main', { 'locales/en/translation.json': ['Your cart', 'Your basket'] })
    const { code, stdout } = await job('push', 'main', { 'github.event.before': before })
    assert.equal(code, 5)
    assert.match(stdout, /^Changed here and in Parlance: default:cart\.title \(en\)$/m)
    assert.match(stdout, /^::error file=locales\/en\/translation\.json,line=3,col=\d+::/m)
    assert.equal(await textOf('cart.title', 'en'), 'Your shopping cart')
    assert.equal(workflow.jobs['build']?.needs, 'push')
    assert.equal((await job('push', 'main', { 'inputs.on-conflict': 'local' })).code, 0)
    assert.equal(await textOf('cart.title', 'en'), 'Your basket')
  })

  test('a text that was changed in Parlance alone stays, until it was pulled and after', async () => {
    await write('cart.title', 'en', 'Your trolley')
    const before = repository.commit('main', {
      'locales/en/translation.json': ['"title"', '"new": "New",\n    "title"'],
    })
    const unpulled = await job('push', 'main', { 'github.event.before': before })
    assert.equal(unpulled.code, 0, JSON.stringify(unpulled.steps))
    assert.match(unpulled.stdout, /^Changed in Parlance, and not pulled yet: default:cart\.title \(en\)$/m)
    const pulled = repository.commit('main', { 'locales/en/translation.json': ['Your basket', 'Your trolley'] })
    assert.equal((await job('push', 'main', { 'github.event.before': pulled })).code, 0)
    assert.equal(await textOf('cart.title', 'en'), 'Your trolley')
  })

  test('what was changed there and something else here do not go together; nor does what nobody knows', async () => {
    await write('cart.title', 'en', 'Your bag')
    const before = repository.commit('main', { 'locales/en/checkout.json': ['with pleasure', 'gladly'] })
    assert.equal((await job('push', 'main', { 'github.event.before': before })).code, 5)
    assert.equal((await job('push', 'main', { 'github.event.before': '0'.repeat(40) })).code, 5)
    assert.equal(await textOf('cart.title', 'en'), 'Your bag')
    assert.equal(await textOf('pay', 'en'), 'Pay with pleasure')
  })
})
