import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSearch, stringifySearch } from '../../../search-params.ts'
import { type ExportSearch, exportBody, readExportSearch } from '../export-search.ts'

const known = {
  locales: [{ code: 'en' }, { code: 'de' }],
  namespaces: [
    { id: 1, name: 'default' },
    { id: 2, name: 'web' },
  ],
}

test('what is chosen can be read from its address', () => {
  const search: ExportSearch = {
    languages: ['de'],
    ns: [2],
    status: ['translated'],
    format: 'i18next-v4',
    structure: 'nested',
    style: 'minified',
    empty: 'yes',
    filter: 'q=a%2Cb&status=translated',
    in: 'de',
  }
  assert.deepEqual(readExportSearch(parseSearch(stringifySearch({ ...search }))), search)
})

test('an address with nonsense in it still exports', () => {
  assert.deepEqual(readExportSearch({ ns: 'x,-1,2', status: 'odd', structure: 'round', format: 'json' }), { ns: [2] })
  assert.deepEqual(exportBody({ languages: ['xx'], ns: [99] }, known).localeCodes, ['en', 'de'])
})

test('nothing chosen means all that somebody may see', () => {
  assert.deepEqual(exportBody({}, known), {
    localeCodes: ['en', 'de'],
    format: 'json',
    structure: 'flat',
    style: 'pretty',
    includeEmpty: false,
  })
  assert.deepEqual(exportBody({ ns: [2], languages: ['de'] }, known).namespaces, ['web'])
})
