import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { jobs, runJob } from './gitlab-ci.ts'
import { type Job, repositoryOf } from './pipeline.ts'
import { startScene } from './scene.ts'

const { service, owner, projectId, env } = await startScene()
const params = { projectId }
const repository = repositoryOf('gitlab-ci')
const variables = { ...env, PARLANCE_PROJECT: String(projectId), ON_CONFLICT: 'fail', CI_COMMIT_BEFORE_SHA: '' }

const job = (name: string, branch: string, more: { variables?: Record<string, string>; from?: Job } = {}) =>
  runJob(name, { repository, branch, ...more, variables: { ...variables, ...more.variables } })
const write = (key: string, locale: string, value: string) =>
  service.ok(owner, 'putValue', { params: { ...params, key }, body: { locale, value } })

interface Finding {
  check_name: string
  severity: string
  fingerprint: string
  location: { path: string; lines: { begin: number } }
}

const findings = ({ folder }: Job) =>
  (JSON.parse(readFileSync(join(folder, 'code-quality.json'), 'utf8')) as Finding[]).map(
    ({ check_name, severity, location }) => `${location.path}:${location.lines.begin} ${check_name} ${severity}`,
  )

describe('the example for GitLab CI', () => {
  before(async () => {
    // As its README says: once, by hand.
    const { code, stderr } = await repository.run(['npx parlance push --all-locales'], env)
    assert.equal(code, 0, stderr)
  })

  test('a good merge request passes without a key', async () => {
    repository.commit('good', {
      'locales/en.json': ['"cart.title"', '"cart.empty": "Nothing in it",\n  "cart.title"'],
      'src/cart.tsx': ["'cart.title'", "count ? 'cart.title' : 'cart.empty'"],
    })
    await repository.run(['npx parlance types --from files'], {})
    repository.amend()
    for (const name of ['texts', 'keys', 'declarations']) {
      const { code, steps } = await job(name, 'good', { variables: { PARLANCE_URL: '', PARLANCE_API_KEY: '' } })
      assert.equal(code, 0, JSON.stringify(steps))
    }
    const { code, stdout } = await job('preview', 'good')
    assert.deepEqual([code, stdout], [0, '+ default:cart.empty (en) "Nothing in it"\n1 text differs\n'])
  })

  test('a bad one fails where it is wrong, and its lines are told', async () => {
    repository.commit('bad', {
      'locales/en.json': ['Hello {name}', 'Hello {name}, it is {day}'],
      'locales/de.json': ['{count, plural, one {# Artikel} other', '{anzahl, plural, one {# Artikel} other'],
      'src/cart.tsx': ['id="cart.items"', 'id="cart.itmes"'],
    })
    const [texts, keys, declarations] = [
      await job('texts', 'bad'),
      await job('keys', 'bad'),
      await job('declarations', 'bad'),
    ]
    assert.deepEqual([texts.code, keys.code, declarations.code], [1, 1, 1])
    assert.ok(findings(texts).includes('locales/de.json:4 placeholder_missing major'), findings(texts).join('\n'))
    assert.deepEqual(findings(keys), ['src/cart.tsx:11 missing_key major'])
    assert.match(declarations.stdout, /^default cart\.greeting now asks for day\nsrc\/texts\.d\.ts is not up to date$/m)
  })

  test('main: push, build with what translators wrote, tell what runs', async () => {
    const commit = repository.commit('main', { 'locales/en.json': ['Your cart', 'Your basket'] })
    const push = await job('push', 'main', { variables: { CI_COMMIT_BEFORE_SHA: commit } })
    assert.equal(push.code, 0, JSON.stringify(push.steps))
    await write('cart.title', 'de', 'Ihr Warenkorb')
    const build = await job('build', 'main', { from: push })
    assert.equal(build.code, 0, JSON.stringify(build.steps))
    assert.match(readFileSync(join(build.folder, 'dist/locales/de.json'), 'utf8'), /"Ihr Warenkorb"/)
    assert.match((await job('build', 'main')).stdout, /^0 of 3 files written$/m)
    const production = await job('production', 'main', { from: push })
    assert.equal(production.code, 0, JSON.stringify(production.steps))
    const { deployments } = await service.ok(owner, 'listDeployments', { params })
    assert.deepEqual(
      deployments.map(({ name, keys }) => [name, keys]),
      [['production', 3]],
    )
  })

  test('a text that was changed on both sides stops the push, until somebody says who is right', async () => {
    await write('cart.title', 'en', 'Your trolley')
    const commit = repository.commit('main', { 'locales/en.json': ['Your basket', 'Your bag'] })
    assert.equal((await job('push', 'main', { variables: { CI_COMMIT_BEFORE_SHA: commit } })).code, 5)
    assert.equal((await job('push', 'main', { variables: { ON_CONFLICT: 'local' } })).code, 0)
  })

  test('missing texts are allowed to fail, a wrong key is not', async () => {
    await write('cart.title', 'fr', '')
    const { exit_codes: allowed } = jobs['progress']?.allow_failure ?? {}
    assert.equal((await job('progress', 'main')).code, allowed)
    assert.equal((await job('progress', 'main', { variables: { PARLANCE_API_KEY: 'tms_wrong' } })).code, 3)
  })
})
