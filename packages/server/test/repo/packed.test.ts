import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe, test } from 'node:test'

const root = join(import.meta.dirname, '../../../..')

interface Published {
  name: string
  bin?: Record<string, string>
  exports: Record<string, string | { types: string; default: string }>
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

const folder = mkdtempSync(join(tmpdir(), 'parlance-packed-'))
after(() => rmSync(folder, { recursive: true }))
execFileSync(process.execPath, [join(root, 'scripts/pack.ts'), '--out', join(folder, 'out')], { cwd: root })

/** As npm would lay it out, with what is in the repository in place of the network. */
const packages = globSync('*/package.json', { cwd: join(folder, 'out') }).map((file) => {
  const manifest = JSON.parse(readFileSync(join(folder, 'out', file), 'utf8')) as Published
  const place = join(folder, 'node_modules', manifest.name)
  cpSync(join(folder, 'out', dirname(file)), place, { recursive: true })
  const others = { ...manifest.dependencies, ...manifest.peerDependencies }
  for (const name of Object.keys(others).filter((other) => !other.startsWith('@parlance/'))) {
    const link = join(folder, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    const own = join(root, 'packages', dirname(file), 'node_modules', name)
    if (!existsSync(link)) symlinkSync(existsSync(own) ? own : join(root, 'node_modules', name), link)
  }
  return { place, manifest, others }
})
writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')

const waysInto = ({ name, exports }: Published) =>
  Object.entries(exports).flatMap(([way, to]) => (typeof to === 'string' ? [] : [`${name}${way.slice(1)}`]))

describe('packages as they are published', () => {
  test('are there, and say what they are', () => {
    for (const name of ['sdk', 'checks', 'formats']) {
      assert.ok(
        packages.some(({ manifest }) => manifest.name === `@parlance/${name}`),
        name,
      )
    }
    for (const { place, manifest } of packages) {
      assert.ok(existsSync(join(place, 'LICENSE')), manifest.name)
      for (const word of ['private', 'scripts', 'devDependencies']) assert.ok(!Object.hasOwn(manifest, word), word)
    }
  })

  test('need no package of ours that nobody can install', () => {
    const published = new Set(packages.map(({ manifest }) => manifest.name))
    for (const { manifest, others } of packages) {
      const ours = Object.keys(others).filter((name) => name.startsWith('@parlance/'))
      assert.deepEqual(new Set(ours).difference(published), new Set(), manifest.name)
    }
  })

  for (const { manifest, place, others } of packages) {
    test(`${manifest.name} imports nothing of which it does not say that it needs it`, () => {
      for (const file of globSync('dist/**/*.{js,d.ts}', { cwd: place })) {
        const text = readFileSync(join(place, file), 'utf8')
        for (const [, id = ''] of text.matchAll(
          /^(?:(?:import|export)\b[^'"\n]* from |import )['"]([^'"]+)['"];?$/gm,
        )) {
          const isKnown = id.startsWith('.') || id.startsWith('node:')
          const [scope = '', rest] = id.split('/')
          const name = scope.startsWith('@') ? `${scope}/${rest}` : scope
          assert.ok(isKnown || Object.hasOwn(others, name), `${file} imports ${id}`)
        }
      }
    })

    test(`${manifest.name} begins`, () => {
      const imports = waysInto(manifest).map((way) => `await import('${way}')\n`)
      execFileSync(process.execPath, ['--input-type=module', '--eval', imports.join('')], { cwd: folder })
      for (const file of Object.values(manifest.bin ?? {})) {
        const version = execFileSync(process.execPath, [join(place, file), '--version'], { encoding: 'utf8' })
        assert.match(version, /^\d+\.\d+\.\d+/)
      }
    })
  }

  test('have types that a strict compiler takes, without any of it left out', () => {
    const ways = packages.flatMap(({ manifest }) => waysInto(manifest))
    writeFileSync(join(folder, 'use.ts'), ways.map((way) => `export type * from '${way}'\n`).join(''))
    const typeRoots = [join(root, 'node_modules/@types')]
    const lib = ['es2022', 'dom', 'dom.iterable']
    const options = { strict: true, skipLibCheck: false, noEmit: true, module: 'nodenext', target: 'es2022' }
    const compilerOptions = { ...options, lib, types: ['node'], typeRoots }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['use.ts'] }))
    const { stdout } = spawnSync('tsc', ['--project', folder], { encoding: 'utf8', cwd: folder })
    // Two packages may have members of one name; what the declarations of others get wrong is theirs.
    const ours = stdout.split('\n').filter((line) => line.includes('@parlance/') && !line.includes('TS2308'))
    assert.deepEqual(ours, [])
  })
})
