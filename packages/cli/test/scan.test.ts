import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { closeSync, constants, openSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createApiKey } from '../../server/test/factories.ts'
import { folderWith, installSvelte } from './program.ts'
import { startScene } from './scene.ts'

const scene = await startScene()
const { service, owner, projectId, env } = scene
const params = { projectId }

const keys = [
  'cart.title',
  'cart.empty',
  'cart.items',
  'friend',
  'friend_male',
  'friend_female',
  'gender.male',
  'gender.female',
  'other',
  'errors.network',
  'legacy.one',
]
for (const key of keys) await service.ok(owner, 'createKey', { params, body: { key, isPlural: key === 'cart.items' } })
for (const key of ['buy', 'offer.title', 'offer.text'])
  await service.ok(owner, 'createKey', { params, body: { key, namespace: 'shop' } })

interface Row {
  namespace: string
  key: string
  pattern: string
  file: string
  line: number
  column: number
}

interface Scanned {
  used: Row[]
  missing: Row[]
  unused: Row[]
  dynamic: Row[]
}

const named = (rows: Row[]) => [...new Set(rows.map(({ namespace, key }) => `${namespace}:${key}`))].sort()
const patterns = (rows: Row[]) => rows.map(({ namespace, pattern }) => `${namespace}:${pattern}`)

/** What code uses, lacks and computes, in a file of that name. */
async function scanned(code: string, { file = 'src/a.tsx', scan = {}, args = [] as string[] } = {}) {
  const here = folderWith({ 'parlance.config.json': { scan }, [file]: code }, env)
  const { result } = await here.json<Scanned>(0, ['scan', ...args])
  return {
    used: named(result.used).map((name) => name.replace(/^default:/, '')),
    missing: named(result.missing).map((name) => name.replace(/^default:/, '')),
    dynamic: patterns(result.dynamic).map((name) => name.replace(/^default:/, '')),
    unused: named(result.unused).map((name) => name.replace(/^default:/, '')),
  }
}

describe('many files', () => {
  const COUNT = 64
  const code = (at: number) =>
    at % 7 === 0
      ? `<template><p>{{ $t('vue.${at}') }}</p></template>`
      : `// line\nt('key.${at}')\nt('friend', { count: 1 })`
  const broken = [12, 37]
  const nameOf = (at: number) => `src/${String(at).padStart(4, '0')}.${at % 7 === 0 ? 'vue' : 'ts'}`
  const files = Object.fromEntries(
    Array.from({ length: COUNT }, (_, at) => [nameOf(at), broken.includes(at) ? 't(' : code(at)]),
  )

  test('are told in their order, and once where two frameworks see the same', async () => {
    const here = folderWith({ 'parlance.config.json': { scan: { functions: ['t', '$t'] } }, ...files }, env)
    const { result, errors } = await here.json<Scanned>(6, ['scan', 'src'])
    assert.deepEqual(
      errors.map(({ file, line, column, message }) => [file, line, column, message]),
      broken.map((at) => [nameOf(at), 1, 3, 'Unexpected token']),
    )
    const read = Array.from({ length: COUNT }, (_, at) => at).filter((at) => !broken.includes(at))
    assert.deepEqual(
      result.missing.map(({ file, key, line }) => [file, key, line]),
      read.map((at) => (at % 7 === 0 ? [nameOf(at), `vue.${at}`, 1] : [nameOf(at), `key.${at}`, 2])),
    )
    assert.equal(result.used.filter(({ key }) => key === 'friend').length, read.filter((at) => at % 7 !== 0).length)
  })
})

describe('scan of i18next', () => {
  test('tells what is used, missing and unused, and where', async () => {
    const here = folderWith({ 'src/a.ts': "import { t } from 'i18next'\n\nt('cart.title')\n  t('nope')\n" }, env)
    const { result } = await here.json<Scanned>(0, ['scan'])
    assert.deepEqual(result.used, [{ namespace: 'default', key: 'cart.title', file: 'src/a.ts', line: 3, column: 3 }])
    assert.deepEqual(result.missing, [{ namespace: 'default', key: 'nope', file: 'src/a.ts', line: 4, column: 5 }])
    assert.ok(result.unused.some(({ namespace, key }) => namespace === 'shop' && key === 'buy'))
    assert.ok(!result.unused.some(({ key }) => key === 'cart.title'))
  })

  test('with --from files asks no service, and knows keys that it has not yet', async () => {
    const files = [{ path: 'locales/{locale}/{namespace}.json', format: 'i18next-v4' }]
    const here = folderWith({
      'parlance.config.json': { sourceLocale: 'en', files },
      'locales/en/default.json': { fresh: 'Fresh', items_one: '{{count}} item', items_other: '{{count}} items' },
      'locales/en/shop.json': { offer: { title: 'Offer' } },
      'src/a.ts':
        "import { t } from 'i18next'\nt('fresh'); t('items', { count: 2 }); t('shop:offer.title')\nt('cart.title')",
    })
    const { result } = await here.json<Scanned>(1, ['scan', '--from', 'files', '--fail-on', 'missing'])
    assert.deepEqual(named(result.used), ['default:fresh', 'default:items', 'shop:offer.title'])
    assert.deepEqual(named(result.missing), ['default:cart.title'])
    assert.deepEqual(result.unused, [])
    const { stdout } = await here.run(['scan', '--from', 'files'], { GITHUB_ACTIONS: 'true' })
    assert.match(stdout, /^::error file=src\/a\.ts,line=3,col=3::No file has a key "cart\.title"/m)
  })

  const cases: [string, string, { used?: string[]; missing?: string[]; dynamic?: string[] }][] = [
    ['calls of an instance', "i18n.t('other'); this.i18n?.t('friend')!", { used: ['friend', 'other'] }],
    ['a namespace in the key', "t('shop:buy')", { used: ['shop:buy'] }],
    ['a namespace beside the key', "t('buy', { ns: 'shop' })", { used: ['shop:buy'] }],
    ['the default of a call', "t('buy', 'Buy', { ns: 'shop' })", { used: ['shop:buy'] }],
    [
      'what hooks give, each in its own function',
      `function A() { const { t } = useTranslation('shop', { keyPrefix: 'offer' }); return t('title') }
       function B() { const [t] = useTranslation(); return <p>{t('other')}{t('title')}</p> }
       function C() { const { t: tr } = useTranslation(['shop', 'x']); return tr('buy') }
       function D() { const all = useTranslation('shop'); return all.t('offer.text') }`,
      { used: ['other', 'shop:buy', 'shop:offer.text', 'shop:offer.title'], missing: ['title'] },
    ],
    [
      'fixed functions',
      "const fixed = i18n.getFixedT('en', 'shop', 'offer'); fixed('text'); i18n.getFixedT(null, 'shop')('buy')",
      { used: ['shop:buy', 'shop:offer.text'] },
    ],
    [
      'functions that others hand over, by their types',
      `interface Props { t: TFunction<'shop'>; other: string }
       type Shop = TFunction<['shop', 'default'], 'offer'>
       const NAMESPACES = ['shop'] as const
       const a = (t: TFunction<'shop'>) => t('buy')
       function B({ t }: Props) { return t('offer.title') }
       const C = (props: Readonly<Props>) => props.t('buy')
       const d = (translate: Shop) => translate('text')
       const e = (say: TFunction<typeof NAMESPACES> | undefined) => say?.('nope')
       class F { constructor(private readonly t: i18n.TFunction<'default'>) { t('cart.title') } }
       const g: TFunction = given; g('friend')`,
      {
        used: ['cart.title', 'friend', 'shop:buy', 'shop:offer.text', 'shop:offer.title'],
        missing: ['shop:nope'],
      },
    ],
    [
      'no keys in functions of other types',
      "const a = (say: Speech<'shop'>) => say('nope'); function b({ say }: Unknown) { say('nope') }",
      {},
    ],
    [
      'a namespace that a type leaves open in all of them',
      "const a = (t: TFunction<'shop' | 'default'>, key: string) => { t('buy'); t('other') }",
      { used: ['other', 'shop:buy'] },
    ],
    [
      'components',
      `<Trans i18nKey="cart.title" />;
       <Trans i18nKey={x ? 'buy' : 'offer.text'} ns="shop">a <b>c</b></Trans>;
       <Trans>nope</Trans>;
       <Translation ns="shop">{(t) => t('offer.title')}</Translation>`,
      { used: ['cart.title', 'shop:buy', 'shop:offer.text', 'shop:offer.title'], missing: ['nope'] },
    ],
    [
      'selectors',
      't($ => $.cart.title); t($ => $.gender[x])',
      { used: ['cart.title', 'gender.female', 'gender.male'], dynamic: ['gender.*'] },
    ],
    [
      'constants, conditions and members',
      `const KEYS = { a: 'other', b: { c: 'friend' } } as const
       enum E { A = 'errors.network' }
       const key = flag ? 'cart.title' : 'cart.empty'
       t(key); t(KEYS.a); t(KEYS.b.c); t(E.A); t(x ?? 'nope')`,
      { used: ['cart.empty', 'cart.title', 'errors.network', 'friend', 'other'], missing: ['nope'], dynamic: ['*'] },
    ],
    [
      'patterns',
      `t(\`gender.\${id}\`); t('gender.' + id); t(\`shop:offer.\${id}\`)`,
      {
        used: ['gender.female', 'gender.male', 'shop:offer.text', 'shop:offer.title'],
        dynamic: ['gender.*', 'gender.*', 'shop:offer.*'],
      },
    ],
    [
      'contexts',
      "t('friend', { context: who })",
      { used: ['friend', 'friend_female', 'friend_male'], dynamic: ['friend_*'] },
    ],
    ['a context that is known', "t('friend', { context: 'male' })", { used: ['friend', 'friend_male'] }],
    ['plurals', "t('cart.items', { count: n }); t('cart.items_one')", { used: ['cart.items'] }],
    [
      'plurals of which only the end is known to be computed',
      "t('cart.it' + rest, { count: n })",
      { used: ['cart.items'], dynamic: ['cart.it*'] },
    ],
    [
      'what decorators ask for',
      "class A { @Label(t('other')) a = 1; constructor(@Inject(t('friend')) b: B) {} }",
      { used: ['friend', 'other'] },
    ],
    [
      'keys that stand in for others',
      "t(['errors.' + code, 'errors.none']); t(['no', 'nope'])",
      { used: ['errors.network'], missing: ['nope'], dynamic: ['errors.*'] },
    ],
    ['no words in comments and strings', "// t('nope')\nconst s = \"t('nope')\"; other.format('nope')", {}],
    [
      'not what comments leave out',
      "// parlance-ignore\nt('nope')\nconst x = <p>\n{/* parlance-ignore */}\n{t(any)}</p>",
      {},
    ],
  ]
  for (const [title, code, { used = [], missing = [], dynamic = [] }] of cases)
    test(`finds ${title}`, async () => {
      const found = await scanned(code)
      assert.deepEqual([found.used, found.missing, found.dynamic], [used, missing, dynamic])
    })

  test('a key that is wholly computed leaves nothing unused in its namespace, and only there', async () => {
    const found = await scanned("const { t } = useTranslation('shop'); t(key)")
    assert.deepEqual(found.dynamic, ['shop:*'])
    assert.ok(!found.unused.some((name) => name.startsWith('shop:')))
    assert.ok(found.unused.includes('other'))
  })

  test('keeps what the configuration and comments say', async () => {
    const found = await scanned('// parlance-keep gender.* shop:offer.*\nlet a', {
      scan: { keep: ['errors.*', 'friend*'] },
    })
    assert.deepEqual(found.unused, ['cart.empty', 'cart.items', 'cart.title', 'legacy.one', 'other', 'shop:buy'])
  })

  test('scan.namespace is that of keys that name none', async () => {
    const found = await scanned("t('buy'); t('no')", { scan: { namespace: 'shop' } })
    assert.deepEqual([found.used, found.missing], [['shop:buy'], ['shop:no']])
  })
})

describe('scan of react-intl', () => {
  const scan = { framework: 'react-intl' }

  test('finds messages where they are defined, formatted and shown', async () => {
    const code = `
      const messages = defineMessages({ a: { id: 'cart.title' }, b: { id: flag ? 'other' : 'nope' } })
      intl.formatMessage({ id: 'friend' }); formatMessage(messages.a); intl.formatMessage(imported.text)
      const x = <FormattedMessage id={\`gender.\${x}\`} />
      const y = <FormattedMessage {...messages.a} />`
    const { used, missing, dynamic } = await scanned(code, { scan })
    assert.deepEqual(used, ['cart.title', 'friend', 'gender.female', 'gender.male', 'other'])
    assert.deepEqual([missing, dynamic], [['nope'], ['gender.*']])
  })
})

describe('scan of vue-i18n', () => {
  const scan = { framework: 'vue-i18n' }
  const file = 'src/A.vue'

  test('reads scripts and templates, each with the names of the other', async () => {
    const code = `<script setup lang="ts">
const { t } = useI18n()
const key: string = 'other' as const
const a = t('friend') as string
</script>
<template>
  <p :title="$t('cart.title')" @click="a = 1; say($t('cart.empty'))">{{ $t(key) }}</p>
  <i18n-t keypath="errors.network" /><b v-t="'legacy.one'" /><b v-t="{ path: 'friend_male' }" />
  <li v-for="id in ids" v-if="$te('maybe')">{{ t(\`gender.\${id}\`) }}</li>
  <!-- parlance-ignore -->
  <i>{{ $t('left out') }}</i>
  <i title="$t('no code')">{{ $t("nope") }}</i>
</template>`
    const here = folderWith({ 'parlance.config.json': { scan }, [file]: code }, env)
    const { result } = await here.json<Scanned>(0, ['scan'])
    assert.deepEqual(
      named(result.used).map((name) => name.replace('default:', '')),
      [
        'cart.empty',
        'cart.title',
        'errors.network',
        'friend',
        'friend_male',
        'gender.female',
        'gender.male',
        'legacy.one',
        'other',
      ],
    )
    assert.deepEqual(result.missing, [{ namespace: 'default', key: 'nope', file, line: 12, column: 34 }])
    assert.deepEqual(patterns(result.dynamic), ['default:gender.*'])
  })

  for (const [written, message] of [
    ['<template lang="pug">', 'A template in pug cannot be read: it may use any key.'],
    ['<template src="./a.html">', 'The template in ./a.html is not read: it may use any key.'],
  ])
    test(`${written} is told, and leaves no key unused; the script is read`, async () => {
      const code = `<script setup>t('other'); t('nope')</script>\n${written}\np {{ $t("friend") }}\n</template>`
      const here = folderWith({ 'parlance.config.json': { scan }, [file]: code }, env)
      const { result, warnings } = await here.json<Scanned>(0, ['scan'])
      assert.deepEqual(warnings, [{ code: 'NOT_READ', message, file, line: 2, column: 1 }])
      assert.deepEqual([named(result.used), named(result.missing)], [['default:other'], ['default:nope']])
      assert.deepEqual([patterns(result.dynamic), result.unused], [['*:*'], []])
      const trusted = folderWith(
        { 'parlance.config.json': { scan }, [file]: code.replace('\n<', '\n<!-- parlance-ignore -->\n<') },
        env,
      )
      const { result: known, warnings: none } = await trusted.json<Scanned>(0, ['scan'])
      assert.deepEqual(none, [])
      assert.ok(known.unused.some(({ key }) => key === 'friend'))
    })

  test('a name of a loop is not the constant of the same name', async () => {
    const code = `<script setup>const k = 'other'</script><template><i v-for="(k, n) in all">{{ $t(k) }}</i></template>`
    const { used, dynamic } = await scanned(code, { scan, file })
    assert.deepEqual([used, dynamic], [[], ['*']])
  })
})

describe('scan of Svelte', () => {
  test('reads scripts and markup with the compiler of the project', async () => {
    const code = `<script lang="ts">
  import { i18n } from './i18n'
  const key: string = 'other'
</script>
{#if open}<p title={$t('cart.title')}>{$i18n.t(key)}</p>{/if}
{#each ids as id}<li>{$t('gender.' + id)}</li>{/each}
{#each ids as key}{$t(\`errors.\${key}\`)}{/each}
<Text tx="friend" /><button onclick={() => $t('nope')}>x</button>
<!-- parlance-ignore -->
<p>{$t('left out')}</p>`
    const here = folderWith(
      { 'parlance.config.json': { scan: { components: { Text: 'tx' } } }, 'src/A.svelte': code },
      env,
    )
    installSvelte(here.folder)
    const { result } = await here.json<Scanned>(0, ['scan'])
    assert.deepEqual(
      named(result.used).map((name) => name.replace('default:', '')),
      ['cart.title', 'errors.network', 'friend', 'gender.female', 'gender.male', 'other'],
    )
    assert.deepEqual(
      result.missing.map(({ key, line, column }) => [key, line, column]),
      [['nope', 8, 47]],
    )
  })

  test('a template in pug is told, and leaves no key unused', async () => {
    const here = folderWith(
      { 'src/A.svelte': '<p>{$t("other")}</p>\n<template lang="pug">\np $t("friend")\n</template>' },
      env,
    )
    installSvelte(here.folder)
    const { result, warnings } = await here.json<Scanned>(0, ['scan'])
    assert.deepEqual(
      warnings.map(({ code, line }) => [code, line]),
      [['NOT_READ', 2]],
    )
    assert.deepEqual([named(result.used), result.unused], [['default:other'], []])
  })

  test('without that compiler it is exit 6', async () => {
    const here = folderWith({ 'a.svelte': '<p>a</p>' }, env)
    const { errors } = await here.json(6, ['scan'])
    assert.match(errors[0]?.message ?? '', /install svelte/)
  })
})

describe('scan of custom functions and components', () => {
  test('finds those that were named, and no others', async () => {
    const scan = { framework: 'custom', functions: ['translate', 'texts.get'], components: { Text: 'tx' } }
    const code = "translate('other'); app.texts.get('friend'); t('no'); get('no'); const a = <Text tx=\"cart.title\" />"
    const { used, missing } = await scanned(code, { scan })
    assert.deepEqual([used, missing], [['cart.title', 'friend', 'other'], []])
  })
})

describe('scan', () => {
  const files = { 'src/a.js': "t('cart.title'); t('nope')", 'lib/b.js': "t('other')", 'node_modules/c/c.js': "t('x')" }

  test('looks at paths that were named, or what the configuration includes', async () => {
    const here = folderWith({ ...files, 'parlance.config.json': { scan: { include: ['lib/**/*.{js,ts}'] } } }, env)
    const used = async (...args: string[]) => named((await here.json<Scanned>(0, ['scan', ...args])).result.used)
    assert.deepEqual(await used(), ['default:other'])
    assert.deepEqual(await used('src'), ['default:cart.title'])
    assert.deepEqual(await used('src/a.js', 'l*/*.js'), ['default:cart.title', 'default:other'])
    await here.json(6, ['scan', 'nowhere'])
    const empty = folderWith({}, env)
    await empty.json(2, ['scan'])
  })

  test('--report goes through a pipe, which stays one', async () => {
    const here = folderWith(files, env)
    const pipe = join(here.folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    const end = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK)
    const { result } = await here.json<Scanned>(0, ['scan', '--report', 'pipe'])
    assert.ok(statSync(pipe).isFIFO())
    assert.deepEqual(JSON.parse(readFileSync(end, 'utf8')), result)
    closeSync(end)
  })

  test('--fail-on chooses what the answer no is given for, --report writes it down', async () => {
    const here = folderWith(files, env)
    const { result } = await here.json<Scanned>(1, ['scan', '--fail-on', 'missing', '--report', 'out/report.json'])
    assert.deepEqual(JSON.parse(here.read('out/report.json')), result)
    await here.json(1, ['scan', 'lib', '--fail-on', 'missing,unused'])
    await here.json(0, ['scan', 'lib', '--fail-on', 'missing'])
    await here.json(2, ['scan', '--fail-on', 'mising'])
  })

  test('tells people and GitHub where keys are missing', async () => {
    const here = folderWith(files, { ...env, GITHUB_ACTIONS: 'true' })
    const { stdout } = await here.run(['scan'])
    assert.match(stdout, /^src\/a\.js:1:20 missing default:nope$/m)
    assert.match(stdout, /^::error file=src\/a\.js,line=1,col=20::/m)
    assert.match(stdout, /^unused default:friend$/m)
  })

  test('a key that may not read is exit 3, also when that is known long before the last file is read', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 1_500 }, (_, at) => [`src/many/${at}.tsx`, 'export const a = 1']),
    )
    const { apiKey } = await createApiKey(service, owner, projectId, ['translations:write'])
    const here = folderWith({ ...files, ...many }, { ...env, PARLANCE_API_KEY: apiKey })
    const { errors } = await here.json<Scanned>(3, ['scan'])
    assert.deepEqual([errors.length, errors[0]?.code], [1, 'FORBIDDEN'])
  })

  test('a file that is no code is exit 6, and the others are read', async () => {
    const here = folderWith({ ...files, 'src/bad.ts': 'const a: = 1' }, env)
    const { errors, result } = await here.json<Scanned>(6, ['scan'])
    assert.deepEqual([errors[0]?.file, errors[0]?.line], ['src/bad.ts', 1])
    assert.deepEqual(named(result.used), ['default:cart.title', 'default:other'])
  })
})
