import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { earlyFiles, partOf } from '../../../texts-in-parts.ts'
import { LANGUAGES } from '../languages.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const idsOf = (locale: string, part: 'first' | 'rest') => Object.keys(partOf(ROOT, locale, part))

test('Every text is in one part or the other, in the same one in every language', () => {
  const [first, rest] = [idsOf('en', 'first'), idsOf('en', 'rest')]
  assert.deepEqual(
    first.filter((id) => rest.includes(id)),
    [],
  )
  for (const locale of Object.keys(LANGUAGES)) {
    assert.deepEqual(idsOf(locale, 'first'), first)
    assert.deepEqual(idsOf(locale, 'rest'), rest)
  }
})

test('What every page and the editor say is there from the start, what is said elsewhere is not', () => {
  const first = new Set(idsOf('en', 'first'))
  for (const id of [
    'shell.skip',
    'situation.offline',
    'openRow.save',
    'issue.numbers',
    'members.title',
    'help.comments',
  ])
    assert.ok(first.has(id), id)
  for (const id of ['members.inviteHint', 'role.ownerMay', 'check.numbers', 'audit.lead']) assert.ok(!first.has(id), id)
})

test('Screens are early only by their address', () => {
  const early = [...earlyFiles(resolve(ROOT, 'src/main.tsx')).keys()].map((file) => file.slice(ROOT.length + 1))
  assert.ok(early.includes('src/features/translate/editor.tsx'))
  assert.ok(early.includes('src/features/translate/help/help-for.tsx'))
  assert.deepEqual(
    early.filter((file) => /features\/(members|settings|users)\//.test(file)),
    [],
  )
})
