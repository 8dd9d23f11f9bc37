import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { contract, type Entry, paramNames, placeOf } from '@parlance/contract'
import { openapi } from '@parlance/contract/openapi'

const features = join(import.meta.dirname, '../../src/features')
const contractRoutes = join(import.meta.dirname, '../../../contract/src/routes')
const entries = Object.values(contract) as Entry[]
const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

test('every route is implemented in one file of its own name', () => {
  const files = globSync('**/*.ts', { cwd: features })
  for (const { name } of entries) {
    const named = files.filter((file) => basename(file) === `${kebab(name)}.ts`)
    assert.equal(named.length, 1, `${name}: expected one file ${kebab(name)}.ts, found ${named.join(', ') || 'none'}`)
    const text = readFileSync(join(features, named[0] ?? ''), 'utf8')
    assert.match(
      text,
      new RegExp(`export const ${name} = implement\\(\\s*contract\\.${name},`),
      `${named[0]} is not ${name}`,
    )
  }
})

test('every route is asked for by a test of its feature', () => {
  const files = globSync('**/*.ts', { cwd: features })
  const featureOf = (file: string | undefined) => file?.split('/', 1)[0]
  const tests = Map.groupBy(
    files.filter((file) => file.includes('/test/')),
    featureOf,
  )
  const untested = entries.filter(({ name }) => {
    const feature = featureOf(files.find((file) => basename(file) === `${kebab(name)}.ts`))
    return !tests.get(feature)?.some((file) => readFileSync(join(features, file), 'utf8').includes(`'${name}'`))
  })
  assert.deepEqual(
    untested.map(({ name }) => name),
    [],
  )
})

test('every file that implements a route implements one', () => {
  for (const file of globSync('**/*.ts', { cwd: features })) {
    const count = readFileSync(join(features, file), 'utf8').match(/= implement\(/g)?.length ?? 0
    assert.ok(count <= 1, `${file} implements ${count} routes`)
  }
})

test('a route stands in the contract under the name of its feature', async () => {
  const files = globSync('**/*.ts', { cwd: features })
  for (const file of globSync('*.ts', { cwd: contractRoutes })) {
    const declared = Object.values((await import(join(contractRoutes, file))) as Record<string, object>)
    for (const { name } of declared.flatMap((value) => Object.values(value) as Partial<Entry>[])) {
      if (name === undefined) continue
      const [implementing] = files.filter((path) => basename(path) === `${kebab(name)}.ts`)
      assert.equal(implementing?.split('/')[0], basename(file, '.ts'), `${name} stands in ${file}`)
    }
  }
})

test('no two routes share a method and a path', () => {
  const addresses = entries.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`)
  assert.equal(new Set(addresses).size, addresses.length)
})

test('the path of every route names the place that the route is about', () => {
  for (const { name, path, access } of entries) {
    const param = placeOf(access)?.param
    assert.ok(!param || paramNames(path).includes(param), `${name}: there is no {${param}} in ${path}`)
  }
})

test('the OpenAPI document names every route once, with all of its parameters', () => {
  const { paths } = openapi({ version: '0', url: 'http://localhost' })
  const versioned = Object.entries<object>(paths).filter(([path]) => /^(\/api)?\/v1\//.test(path))
  const operations = versioned.flatMap(([path, item]) =>
    Object.values(item).map((operation) => ({
      path,
      ...(operation as { operationId: string; parameters: { in: string }[] }),
    })),
  )
  assert.deepEqual(operations.map(({ operationId }) => operationId).sort(), entries.map(({ name }) => name).sort())
  for (const { path, parameters, operationId } of operations) {
    const inPath = parameters.filter((parameter) => parameter.in === 'path').length
    assert.equal(inPath, paramNames(path).length, operationId)
  }
})
