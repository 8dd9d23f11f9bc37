import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bareImport } from '../lib/bare-import.ts'
import type { Bench, Scenario } from '../lib/bench.ts'
import { connected } from '../lib/driver.ts'
import { dropSearchIndexes } from '../lib/load-keys.ts'
import { loadValues, MANY_LOCALES, textOf } from '../lib/load-values.ts'
import { percentile } from '../lib/measure.ts'
import { Program } from '../lib/program.ts'
import type { Figure } from '../lib/report.ts'

const KEYS = Number(process.env['CLI_KEYS'] ?? 100_000)
const STARTS = 21
const FILES = 1_300
const CALLS = 12
const NAMESPACES = 10
const CHECKED_LOCALES = MANY_LOCALES.slice(0, 10)

const atMost = (value: number) => ({ of: 'ratio', is: '≤', value }) as const

const CONFIG = {
  files: [{ path: 'locales/{locale}/{namespace}.json', format: 'json', structure: 'flat' }],
  scan: { include: ['src/**/*.tsx'], framework: 'i18next' },
}

const scenario: Scenario = {
  summary: `the packed command line: starts, a push of ${KEYS.toLocaleString('en')} keys, a pull of them in ${MANY_LOCALES.length} languages`,
  async run(bench, name) {
    const figure = (measure: string, product: number, most?: number, unit: Figure['unit'] = 'ms'): Figure => ({
      scenario: name,
      measure,
      unit,
      product,
      ...(most === undefined ? {} : { target: { of: 'product', is: '≤', value: most } as const }),
    })
    const share = KEYS / 100_000
    const starts = await measureStarts(name)
    const pushed = await push(bench)
    const pulled = await pull(bench)
    const scanned = await scan(bench)
    const checked = await check(bench)
    return [
      ...starts,
      figure(`push of ${KEYS.toLocaleString('en')} keys`, pushed.ms, 10_000 * share),
      { ...figure('the same, against the bare insert', pushed.ms), limit: pushed.bareMs, target: atMost(2) },
      figure('the same, memory', pushed.megabytes, undefined, 'MB'),
      figure('the same once more, nothing changed', pushed.again.ms),
      figure(`pull of them in ${MANY_LOCALES.length} languages`, pulled.ms, 60_000 * share),
      figure('the same, memory', pulled.megabytes, 1_000, 'MB'),
      figure('the same once more, nothing changed', pulled.unchanged.ms, 1_000),
      figure('the same once more, files touched', pulled.touched.ms),
      figure('the same once more, one text changed', pulled.changed.ms),
      figure(`scan of ${FILES.toLocaleString('en')} files`, scanned.ms, 3_000),
      figure('the same, memory', scanned.megabytes, undefined, 'MB'),
      figure(`check --local of ${KEYS.toLocaleString('en')} values`, checked.ms, 5_000 * share),
      figure('the same, memory', checked.megabytes, undefined, 'MB'),
    ]
  },
}

export default scenario

/** In turns, so that what else the machine does hits both. */
async function measureStarts(name: string): Promise<Figure[]> {
  const program = await Program.installed()
  const product: number[] = []
  const limit: number[] = []
  for (let start = 0; start < STARTS; start++) {
    limit.push(await program.startEmpty())
    product.push(await program.start('--version'))
  }
  for (const times of [product, limit]) times.sort((a, b) => a - b)
  const figure = (measure: string, target: Figure['target']): Figure => ({
    scenario: name,
    measure,
    unit: 'ms',
    product: percentile(product, 0.5),
    limit: percentile(limit, 0.5),
    ...(target ? { target } : {}),
  })
  return [
    figure('--version, p50, against an empty program', atMost(1.6)),
    figure('--version, p50', { of: 'product', is: '≤', value: 80 }),
  ]
}

async function push(bench: Bench) {
  const { id, program } = await projectWith(bench, ['en', 'de'])
  const files = range(NAMESPACES).map((at) => textsOf(KEYS / NAMESPACES, `part.${at}`))
  for (const [at, texts] of files.entries()) program.write(`locales/en/area-${at}.json`, texts)
  const first = await program.run(['push'])
  const again = await program.run(['push'])
  const bareMs = await insertBare(bench, Object.assign({}, ...files))
  await remove(bench, id)
  return { ...first, again, bareMs }
}

/** The same rows with all their indexes, and nothing around them: what the database takes by itself. */
async function insertBare(bench: Bench, texts: Record<string, string>): Promise<number> {
  const { id } = await projectWith(bench, ['en', 'de'])
  const began = performance.now()
  const file = { locale: 'en', names: Object.keys(texts), values: Object.values(texts) }
  await connected(bench.database, (database) => bareImport(database, id, [file]))
  const ms = performance.now() - began
  await remove(bench, id)
  return ms
}

async function pull(bench: Bench) {
  const { id, program } = await projectWith(bench, MANY_LOCALES)
  await connected(bench.database, async (database) => {
    // Nobody searches here, and the index takes longer to write than all the rest.
    const rebuild = await dropSearchIndexes(database)
    await loadValues(database, id, KEYS, 'unseen')
    for (const definition of rebuild) await database.query(definition)
  })
  const first = await program.run(['pull'])
  const unchanged = await program.run(['pull'])
  for (const file of filesUnder(join(program.folder, 'locales')))
    program.write(file, readFileSync(join(program.folder, file), 'utf8'))
  const touched = await program.run(['pull'])
  const manager = await bench.client()
  const value = { locale: 'de', value: 'Something else' }
  await manager.ok('PUT', `/v1/projects/${id}/keys/checked.1`, JSON.stringify(value))
  manager.close()
  const changed = await program.run(['pull'])
  await remove(bench, id)
  return { ...first, unchanged, touched, changed }
}

async function scan(bench: Bench) {
  const { id, program } = await projectWith(bench, ['en'])
  program.write('locales/en/default.json', textsOf(FILES * CALLS, 'page'))
  await program.run(['push'])
  for (const at of range(FILES)) program.write(`src/part-${at % 40}/screen-${at}.tsx`, screen(at))
  const ran = await program.run(['scan', '--fail-on', 'missing,unused'])
  await remove(bench, id)
  return ran
}

async function check(bench: Bench) {
  const { id, program } = await projectWith(bench, CHECKED_LOCALES)
  const keys = KEYS / CHECKED_LOCALES.length
  for (const locale of CHECKED_LOCALES) program.write(`locales/${locale}/default.json`, translated(keys, locale))
  const ran = await program.run(['check', '--local', '--fail-on', 'never'])
  await remove(bench, id)
  return ran
}

async function projectWith(bench: Bench, [sourceLocale, ...locales]: readonly string[]) {
  const manager = await bench.client()
  const project = { name: 'Built', sourceLocale, locales }
  const { id } = await manager.json<{ id: number }>('POST', `/v1/organizations/${bench.orgId}/projects`, project)
  const named = { name: 'build', scopes: ['translations:read', 'translations:write'] }
  const { key } = await manager.json<{ key: string }>('POST', `/v1/projects/${id}/api-keys`, named)
  manager.close()
  const program = await Program.installed({
    PARLANCE_URL: `http://127.0.0.1:${bench.service.port}`,
    PARLANCE_API_KEY: key,
  })
  program.write('parlance.config.json', { ...CONFIG, sourceLocale })
  return { id, program }
}

async function remove(bench: Bench, id: number): Promise<void> {
  const manager = await bench.client()
  await manager.ok('DELETE', `/v1/projects/${id}`)
  manager.close()
}

const range = (count: number) => Array.from({ length: count }, (_, at) => at)

const filesUnder = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join('locales', parentPath.slice(folder.length), name))

const textsOf = (count: number, prefix: string) =>
  Object.fromEntries(
    range(count).map((at) => [
      `${prefix}.screen_${Math.floor(at / CALLS)}.text_${at % CALLS}`,
      at % 10 === 3
        ? `{count, plural, one {# file} other {# files}} in folder ${at}`
        : at % 5 === 1
          ? `The file {name} was saved as version ${at}.`
          : `Please try again in a few minutes, or contact support if the problem stays (${at}).`,
    ]),
  )

const translated = (count: number, locale: string) =>
  Object.fromEntries(range(count).map((at) => [`page.text_${at}`, textOf(locale, at)]))

/** A component of a usual size: twelve texts among imports, state and markup. */
function screen(at: number): string {
  const calls = range(CALLS).map(
    (text) => `      <section className="part" onClick={() => setOpen(${text})}>
        {isOpen === ${text} && items.map((item) => <Item key={item.id} name={item.name} size={item.size ?? 0} />)}
        <p title={t('page.screen_${at}.text_${text}', { name: 'a', count: ${text} })}>{label(${text})}</p>
      </section>`,
  )
  return `import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Item } from '../items/item'

interface Props {
  items: readonly { id: number; name: string; size?: number }[]
}

const label = (at: number): string => \`part-\${at}\`

export function Screen${at}({ items }: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState<number | undefined>(undefined)
  return (
    <main>
${calls.join('\n')}
    </main>
  )
}
`
}
