import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readConfig } from '../src/config.ts'

const root = join(import.meta.dirname, '../../..')
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
const packages = globSync('packages/*/package.json', { cwd: root }).sort()
const { scripts, version } = JSON.parse(textOf('package.json'))
const image = textOf('Dockerfile')

/** The settings that a file hands to the service, by the form it has for them. */
const settingsIn = (text: string, form: RegExp) => [...text.matchAll(form)].map(([, name = '']) => name)

test('the image is built from files that are there, and installs what the lock file knows', () => {
  const copied = [...image.matchAll(/^COPY (?!--from)(.+)$/gm)].map(([, words = '']) => words.split(' ').slice(0, -1))
  for (const file of copied.flat()) assert.ok(existsSync(join(root, file)), file)
  assert.deepEqual(
    copied.flat().filter((file) => /^packages\/.*\/package\.json$/.test(file)),
    packages,
  )
})

test('the image has every package of ours that the service stands on', () => {
  const needed = new Set<string>(['server'])
  for (const name of needed) {
    const { dependencies = {} } = JSON.parse(textOf(`packages/${name}/package.json`))
    for (const other of Object.keys(dependencies)) {
      if (other.startsWith('@parlance/')) needed.add(other.replace('@parlance/', ''))
    }
  }
  const there = settingsIn(image, /^COPY packages\/(\w+) packages\/\w+$/gm)
  assert.deepEqual(there.sort(), [...needed].sort())
})

test('the image starts the service as "npm start" does, at the port it exposes', () => {
  const [, command = ''] = /^CMD \["(.+)"\]$/m.exec(image) ?? []
  assert.ok(scripts.start.endsWith(`exec ${command.split('", "').join(' ')}`))
  const set = Object.fromEntries([...image.matchAll(/^(?:ENV| {3}) ([A-Z_]+)=(\S+)/gm)].map(([, ...pair]) => pair))
  const { port, host, dataDir } = readConfig(set)
  assert.match(image, new RegExp(`^EXPOSE ${port}$`, 'm'))
  assert.match(image, new RegExp(`^VOLUME ${dataDir}$`, 'm'))
  assert.equal(host, '0.0.0.0')
  assert.match(image, new RegExp(`image\\.version="${version}"`))
  assert.match(image, /^USER (?!root|0)/m)
})

test('what the files for deployment set are settings of the service', () => {
  const known = ['config', 'mail-config'].map((name) => textOf(`packages/server/src/${name}.ts`)).join()
  for (const [file, form] of [
    ['compose.yaml', /^ {6}([A-Z_]+): /gm],
    ['deploy/compose.postgres.yaml', /^ {4}(?!POSTGRES_)([A-Z_]+): /gm],
    ['deploy/parlance.service', /\b(DATA_DIR|PUBLIC_URL|TRUST_PROXY|DATABASE_URL)\b/g],
  ] as const) {
    const settings = settingsIn(textOf(file), form)
    assert.ok(settings.length > 3, file)
    for (const name of settings) assert.ok(known.includes(`'${name}'`), `${file} sets ${name}`)
  }
})

test('systemd starts what "npm start" starts', () => {
  const [, command = ''] =
    /^ExecStart=\/opt\/parlance\/node_modules\/\.bin\/(.+)$/m.exec(textOf('deploy/parlance.service')) ?? []
  assert.ok(scripts.start.endsWith(`exec ${command}`))
})
