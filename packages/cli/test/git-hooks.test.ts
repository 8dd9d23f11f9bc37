import assert from 'node:assert/strict'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { repositoryOf } from './pipeline.ts'

const hooks = join(import.meta.dirname, '../../../examples/git-hooks/.githooks')

/** A clone of somebody who has set up the hook, and what git does there. */
function clone() {
  const repository = repositoryOf('github-actions')
  cpSync(hooks, join(repository.work, '.githooks'), { recursive: true })
  const run = (script: string) => repository.run([script], {})
  return { ...repository, git: run, begin: () => run('git config core.hooksPath .githooks') }
}

const german = 'locales/de/translation.json'

describe('the hook for git', () => {
  test('lets good texts pass, and keeps bad ones back with their lines', async () => {
    const { git, begin, replace } = clone()
    await begin()
    replace(german, 'Dein', 'Ihr')
    const good = await git('git commit --quiet --all --message=Good')
    assert.equal(good.code, 0, good.stderr)
    replace(german, 'Hallo {{name}}', 'Hallo')
    replace('src/cart.tsx', "'cart.title'", "'cart.titel'")
    replace('locales/en/checkout.json', '"pay"', '"later": "Pay {{when}}",\n  "pay"')
    const { code, stdout, stderr } = await git('git commit --quiet --all --message=Bad')
    assert.equal(code, 1)
    // Git sends what hooks print to stderr.
    for (const said of [
      /de\/translation\.json:4:5 error .*placeholder_missing/,
      /cart\.tsx:7:\d+ .*cart\.titel/,
      /texts\.d\.ts is not/,
    ])
      assert.match(stdout + stderr, said)
    assert.match((await git('git log --format=%s -1')).stdout, /^Good$/m)
  })

  test('judges what is staged, whatever lies beside it', async () => {
    const { git, begin, replace } = clone()
    await begin()
    replace(german, 'Hallo {{name}}', 'Hallo')
    await git('git add --update')
    replace(german, 'Hallo', 'Hallo {{name}}')
    assert.equal((await git('git commit --quiet --message=Staged')).code, 1)
    await git('git add --update && git commit --quiet --message=Mended')
    replace(german, 'Dein', 'Ihr')
    await git('git add --update')
    replace(german, '{{name}}', '')
    const good = await git('git commit --quiet --message=Half')
    assert.equal(good.code, 0, good.stderr)
  })

  test('has nothing to say where no text and no code is staged', async () => {
    const { git, begin, replace } = clone()
    await begin()
    replace(german, 'Hallo {{name}}', 'Hallo')
    replace('README.md', '# ', '# All ')
    const { code, stderr } = await git('git commit --quiet --message=Words README.md')
    assert.deepEqual([code, stderr], [0, ''])
  })
})
