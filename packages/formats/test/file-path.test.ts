import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fileName, filePath, nameOfFile } from '../src/file-path.ts'
import { json } from '../src/json/json.ts'

describe('file paths', () => {
  test('the default namespace has no folder', () => {
    assert.equal(filePath(json, { name: 'default', isDefault: true }, 'en'), 'en.json')
    assert.equal(filePath(json, { name: 'common', isDefault: false }, 'pt-BR'), 'common/pt-BR.json')
  })

  const names: [name: string, file: string][] = [
    ['a/b', 'a%2Fb'],
    ['a\\b', 'a%5Cb'],
    ['C:', 'C%3A'],
    ['100%', '100%25'],
    ['a\n', 'a%0A'],
    ['\u0085', '%C2%85'],
    ['.', '%2E'],
    ['..', '%2E%2E'],
    ['.hidden', '.hidden'],
    ['Grüße 😀', 'Grüße 😀'],
  ]
  for (const [name, file] of names) {
    test(`${JSON.stringify(name)} is ${file}`, () => {
      assert.equal(fileName(name), file)
      assert.equal(nameOfFile(file), name)
    })
  }

  test('a name that was never encoded is taken as it is', () => assert.equal(nameOfFile('50% off'), '50% off'))
})
