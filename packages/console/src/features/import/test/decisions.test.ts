import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Conflict,
  commonResolution,
  decideKey,
  decideMany,
  decisionsSent,
  resolutionOf,
  UNDECIDED,
  withoutFile,
} from '../decisions.ts'

const conflict = (key: string, filename = 'de.json'): Conflict => ({
  filename,
  key,
  namespace: 'default',
  locale: 'de',
  existingValue: 'Alt',
  newValue: 'Neu',
  resolution: 'keep_existing',
})

test('what is there stays until somebody says otherwise: for a key, a file or all', () => {
  const [a, b, other] = [conflict('a'), conflict('b'), conflict('a', 'fr.json')]
  assert.equal(resolutionOf(UNDECIDED, a), 'keep_existing')
  const ofKey = decideKey(UNDECIDED, a, 'use_imported')
  assert.deepEqual(
    [a, b].map((one) => resolutionOf(ofKey, one)),
    ['use_imported', 'keep_existing'],
  )
  const ofFile = decideMany(ofKey, 'de.json', 'use_imported')
  assert.deepEqual(
    [a, b, other].map((one) => resolutionOf(ofFile, one)),
    ['use_imported', 'use_imported', 'keep_existing'],
  )
  const ofAll = decideMany(decideKey(ofFile, a, 'keep_existing'), undefined, 'use_imported')
  assert.deepEqual(
    [a, b, other].map((one) => resolutionOf(ofAll, one)),
    Array(3).fill('use_imported'),
  )
})

test('what all have in common is known; nothing, when they differ', () => {
  assert.equal(commonResolution(UNDECIDED, undefined), 'keep_existing')
  const mixed = decideKey(UNDECIDED, conflict('a'), 'use_imported')
  assert.equal(commonResolution(mixed, undefined), undefined)
  assert.equal(commonResolution(mixed, 'de.json'), undefined)
  assert.equal(commonResolution(mixed, 'fr.json'), 'keep_existing')
  assert.equal(commonResolution(decideKey(mixed, conflict('a'), 'keep_existing'), undefined), 'keep_existing')
})

test('a file that goes elsewhere has other conflicts', () => {
  const decided = decideKey(decideMany(UNDECIDED, 'de.json', 'use_imported'), conflict('a'), 'keep_existing')
  assert.deepEqual(withoutFile(decided, 'de.json'), UNDECIDED)
})

test('what is sent is a word for each file, and for the keys that differ from it', () => {
  const decided = decideKey(decideMany(UNDECIDED, 'de.json', 'use_imported'), conflict('a'), 'keep_existing')
  assert.deepEqual(decisionsSent(decided, ['de.json', 'fr.json']), {
    conflictDefaults: [
      { filename: 'de.json', resolution: 'use_imported' },
      { filename: 'fr.json', resolution: 'keep_existing' },
    ],
    conflictResolutions: [
      {
        key: 'a',
        namespace: 'default',
        locale: 'de',
        existingValue: 'Alt',
        newValue: 'Neu',
        resolution: 'keep_existing',
      },
    ],
  })
  assert.deepEqual(decisionsSent(decided, ['fr.json']).conflictResolutions, [])
})
