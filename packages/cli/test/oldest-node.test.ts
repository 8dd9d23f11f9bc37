import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { findNode } from '../../sdk/test/packed.ts'
import { agentWith } from './agent.ts'
import { ended, folderWith, installSvelte } from './program.ts'
import { startScene } from './scene.ts'

const OLDEST = 20
const node = findNode(OLDEST)
const skip = node ? false : `NO NODE ${OLDEST}: put one on the PATH to see whether the program works under it`

const config = {
  'parlance.config.json': {
    files: [
      { path: 'locales/{locale}/{namespace}.json', format: 'i18next-v4', namespaces: ['default'] },
      { path: 'android/values{locale-android}/strings.xml', format: 'android', namespace: 'android' },
    ],
  },
}
const english = { title: 'Shop', items_one: '{{count}} item', items_other: '{{count}} items' }
const android = `<?xml version="1.0" encoding="utf-8"?>
<resources>
    <plurals name="days"><item quantity="one">%d day</item><item quantity="other">%d days</item></plurals>
</resources>
`

test(`the program works under Node ${OLDEST}`, { skip }, async () => {
  const { env } = await startScene()
  const code = "const { t } = useTranslation(); t('title'); t('items', { count: 1 }); t('nope')"
  const components = {
    'src/b.vue': '<template>{{ $t("title") }}</template>',
    'src/c.svelte': '<p>{$t("none")}</p>',
    'src/d.jsx': '<FormattedMessage id="nothing" />; intl.formatMessage({ id: "no" })',
  }
  const files = {
    ...config,
    'locales/en/default.json': english,
    'android/values/strings.xml': android,
    'src/a.tsx': code,
  }
  const here = folderWith({ ...files, ...components }, env, node)
  installSvelte(here.folder)
  assert.match((await here.run(['--version'])).stdout, /^\d/)
  assert.match((await here.run(['push', '--help'])).stdout, /--delete-missing/)
  await here.json(0, ['push', '--namespace', 'default,android'])
  await here.json(0, ['diff', '--exit-code'])
  const pulled = await here.json<{ files: { state: string }[] }>(0, ['pull', '--empty', 'source'])
  assert.equal(pulled.result.files.length, 6)
  assert.deepEqual(JSON.parse(here.read('locales/en/default.json')), english)
  const missing = async (framework: string) => {
    const { result } = await here.json<{ missing: { key: string }[] }>(0, ['scan', '--framework', framework])
    return result.missing.map(({ key }) => key)
  }
  assert.deepEqual(await missing('i18next'), ['nope', 'none'])
  assert.deepEqual(await missing('react-intl'), ['nothing', 'no'])
  assert.deepEqual(await missing('vue-i18n'), ['nope', 'none'])
  await here.json(0, ['types', '--out', 'texts.d.ts'])
  await here.json(0, ['convert', 'locales/en/default.json', 'en.po', '--locale', 'en'])
  await here.json(0, ['check'])
  const agent = await agentWith(env, [], { under: node })
  const { total } = await agent.ask<{ total: number }>('find_keys', { locales: ['de'] })
  assert.equal(total, 3)
  const companion = here.start(['dev', '--port', '0'])
  const end = ended(companion)
  const [said] = (await once(companion.stdout ?? companion, 'data')) as [Buffer]
  const [address = ''] = /http:\S+/.exec(String(said)) ?? []
  const resources = (await (await fetch(`${address}/resources/en/default`)).json()) as { title: string }
  assert.equal(resources.title, english.title)
  companion.kill('SIGTERM')
  assert.equal((await end).code, 143)
})
