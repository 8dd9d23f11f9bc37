import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseSearch, stringifySearch } from '../../../search-params.ts'
import { type EditorSearch, readSearch, SORTS, STATUSES, TABS, TRAITS, VIEWS } from '../search.ts'

const ids = fc.uniqueArray(fc.integer({ min: 1, max: 2 ** 40 }), { minLength: 1, maxLength: 5 })
const some = <T>(items: readonly T[]) =>
  fc.shuffledSubarray([...items], { minLength: 1 }).map((chosen) => items.filter((item) => chosen.includes(item)))
const searches = fc.record(
  {
    q: fc.string({ minLength: 1, maxLength: 50 }),
    ns: ids,
    status: some(STATUSES),
    is: some(TRAITS),
    ids,
    sort: fc.constantFrom(...SORTS),
    key: fc.integer({ min: 1, max: 2 ** 40 }),
    view: fc.constantFrom(...VIEWS),
    with: fc.uniqueArray(fc.constantFrom('de', 'pt-BR', 'zh-Hans'), { minLength: 1 }),
    tab: fc.constantFrom(...TABS),
  },
  { requiredKeys: [] },
)

test('whatever is asked for can be read from its address', () => {
  fc.assert(
    fc.property(searches, (search) => {
      assert.deepEqual(readSearch(parseSearch(stringifySearch(search))), { ...search } as EditorSearch)
    }),
  )
})

test('an address with nonsense in it still shows a list', () => {
  assert.deepEqual(readSearch(parseSearch('?status=done,translated&key=-3&ns=x,4,4&view=table&sort=size&q=')), {
    status: ['translated'],
    ns: [4],
  })
})

test('an address is made to be read', () => {
  assert.equal(
    stringifySearch({ q: 'a b', status: ['not_translated', 'not_reviewed'], key: 7, tab: undefined }),
    '?q=a+b&status=not_translated,not_reviewed&key=7',
  )
})
