import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { typeScriptOf } from '@parlance/sdk/typescript'
import i18next from 'i18next'
import { typed } from '../src/index.ts'

type Keys = Parameters<typeof typeScriptOf>[0]

const root = join(import.meta.dirname, '../../..')

const keys: Keys = [
  { namespace: 'default', key: 'cart.title', params: [] },
  {
    namespace: 'default',
    key: 'cart.items',
    params: [
      { name: 'count', type: 'number', required: true },
      { name: 'name', type: 'string', required: true },
      { name: 'gender', type: 'string', options: ['male', 'female'], required: false },
    ],
  },
  { namespace: 'shop', key: 'since', params: [{ name: 'day', type: 'date', required: false }] },
]

/** What the compiler says about a program beside the generated types, by line. */
function compiled(lines: readonly string[], texts: Keys = keys, more: string[] = []) {
  // In the package, where its dependencies are found.
  const folder = mkdtempSync(join(import.meta.dirname, '../.types-'))
  try {
    writeFileSync(join(folder, 'texts.d.ts'), typeScriptOf(texts))
    writeFileSync(join(folder, 'program.ts'), [...HEAD, ...lines].join('\n'))
    const compilerOptions = { types: [] }
    const config = { extends: join(root, 'tsconfig.base.json'), compilerOptions, files: ['program.ts', 'texts.d.ts'] }
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ ...config, compilerOptions: { types: [], lib: ['esnext', 'dom'] } }),
    )
    const began = performance.now()
    const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder, '--pretty', 'false', ...more], {
      encoding: 'utf8',
    })
    const wrong = [...stdout.matchAll(/program\.ts\((\d+),/g)].map(([, line]) => Number(line) - 1 - HEAD.length)
    return { wrong: wrong.map((at) => lines[at]), stdout, ms: performance.now() - began }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const HEAD = [
  "import i18next from 'i18next'",
  "import { typed } from '../src/typed.ts'",
  "import type { Texts } from './texts.d.ts'",
  'const t = typed<Texts>(i18next)',
]

describe('typed', () => {
  const right = [
    "t.scope('default')('cart.title')",
    "t.scope('default')('cart.title', { lng: 'de' })",
    "t.scope('default')('cart.items', { count: 1, name: 'x' })",
    "t.scope('default')('cart.items', { count: 1, name: 2, gender: 'female' })",
    "t.scope('default')('cart.items', { count: 1, name: 2, gender: 'other' })",
    "t.scope('shop')('since')",
    "t.scope('shop')('since', { day: new Date() })",
    "export const text: string = t.scope('shop')('since')",
  ]
  const wrong = [
    "t.scope('none')",
    "t.scope('default')('since')",
    "t.scope('default')('cart.item')",
    "t.scope('default')('cart.items')",
    "t.scope('default')('cart.items', { count: 1 })",
    "t.scope('default')('cart.items', { count: '1', name: 'x' })",
    "t.scope('default')('cart.items', { count: 1, name: 'x', nam: 'y' })",
    "t.scope('shop')('since', { day: 'today' })",
    "t('cart.title')",
  ]

  test('knows keys and what they need', () => {
    const said = compiled([...right, ...wrong])
    assert.deepEqual(said.wrong, wrong, said.stdout)
  })

  test('takes 60,000 keys in 50 namespaces', () => {
    const many: Keys = Array.from({ length: 60_000 }, (_, at) => ({
      namespace: `n${at % 50}`,
      key: `section.${at % 700}.key.${at}`,
      params: at % 3 === 0 ? [{ name: `p${at % 200}`, type: 'string', required: true }] : [],
    }))
    const calls = Array.from(
      { length: 200 },
      (_, at) =>
        `t.scope('n${at % 50}')('section.${at % 700}.key.${at}'${at % 3 === 0 ? `, { p${at % 200}: 'x' }` : ''})`,
    )
    const none = compiled([], [])
    const { stdout, ms } = compiled(calls, many)
    assert.equal(stdout, '')
    console.log(`60,000 keys: ${Math.round(ms)} ms, none: ${Math.round(none.ms)} ms`)
  })

  test('asks i18next, under the names it has for namespaces', async () => {
    interface Texts {
      default: { 'cart.items': { count: number }; 'a:b': object }
      shop: { pay: { name: string } }
    }
    const application = i18next.createInstance()
    const t = typed<Texts>(application)
    await application.init({
      lng: 'en',
      resources: {
        en: {
          translation: { cart: { items_one: '{{count}} item', items_other: '{{count}} items' }, 'a:b': 'Colon' },
          shop: { pay: 'Pay, {{name}}' },
        },
      },
    })
    assert.equal(t.scope('default')('cart.items', { count: 2 }), '2 items')
    assert.equal(t.scope('default')('a:b'), 'Colon')
    assert.equal(t.scope('shop')('pay', { name: 'Ada' }), 'Pay, Ada')
  })
})
