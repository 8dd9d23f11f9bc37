import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as othersTurn } from 'node:timers/promises'
import type { Fault } from '../../../http/errors.ts'
import { PasswordLine } from '../password-line.ts'

const ROOMY = { sources: 1_000, turns: 10_000 }

/** A line with turns that end when a test says so. */
function openLine(atOnce = 2, { known = ROOMY, others = ROOMY } = {}) {
  const line = new PasswordLine(atOnce, { known, others })
  const begun: string[] = []
  const refused: string[] = []
  const endings = new Map<string, () => void>()
  const ask = (name: string, source: string, isKnown = false) => {
    const work = () =>
      new Promise<void>((resolve) => {
        begun.push(name)
        endings.set(name, resolve)
      })
    line.take({ source, isKnown }, work).catch((error) => {
      assert.equal((error as Fault).situation, 'passwordsBusy')
      refused.push(name)
    })
  }
  const end = async (name: string) => {
    endings.get(name)?.()
    await othersTurn()
  }
  return { ask, end, begun, refused, settled: () => othersTurn() }
}

describe('the line of passwords', () => {
  test('whoever comes from elsewhere is next, however many of one source wait', async () => {
    const { ask, end, begun, settled } = openLine(1)
    for (let guess = 0; guess < 300; guess++) ask(`guess ${guess}`, 'attacker')
    ask('owner', 'home')
    await settled()
    assert.deepEqual(begun, ['guess 0'])
    await end('guess 0')
    await end('guess 1')
    assert.deepEqual(begun, ['guess 0', 'guess 1', 'owner'], 'the attacker had its place in the round before')
  })

  test('one source never takes more than one place, so a flood leaves the other free', async () => {
    const { ask, begun, settled } = openLine(2)
    for (let guess = 0; guess < 300; guess++) ask(`guess ${guess}`, 'attacker')
    await settled()
    assert.deepEqual(begun, ['guess 0'])
    ask('owner', 'home')
    await settled()
    assert.deepEqual(begun, ['guess 0', 'owner'], 'at once')
  })

  test('sources take turns, and each keeps its own order', async () => {
    const { ask, end, begun, settled } = openLine(1)
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) ask(name, name.slice(0, 1))
    await settled()
    for (let at = 0; at < 6; at++) await end(begun[at] ?? '')
    assert.deepEqual(begun, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
  })

  test('who is known there goes before guesses from everywhere', async () => {
    const { ask, end, begun, settled } = openLine(1)
    for (let source = 0; source < 300; source++) ask(`guess ${source}`, `source ${source}`)
    ask('owner', 'home', true)
    await settled()
    await end('guess 0')
    assert.deepEqual(begun, ['guess 0', 'owner'])
  })

  test('of two places one is left to others who wait, however many known ones come', async () => {
    const { ask, end, begun, settled } = openLine(2)
    for (const name of ['a1', 'b1', 'a2', 'b2', 'a3', 'b3']) ask(name, name.slice(0, 1), true)
    ask('newcomer', 'home')
    await settled()
    assert.deepEqual(begun, ['a1', 'b1'], 'while nobody else waits, both')
    await end('a1')
    assert.deepEqual(begun, ['a1', 'b1', 'newcomer'])
    await end('b1')
    await end('newcomer')
    assert.deepEqual(begun.length, 5, 'and then both again')
  })

  test('a full room refuses the last of whoever takes most of it, and nobody else', async () => {
    const { ask, refused, settled } = openLine(1, { others: { sources: 10, turns: 5 } })
    ask('working', 'busy')
    for (let guess = 0; guess < 7; guess++) ask(`guess ${guess}`, 'attacker')
    await settled()
    assert.deepEqual(refused, ['guess 5', 'guess 6'])
    ask('owner', 'home')
    ask('other', 'office')
    await settled()
    assert.deepEqual(refused, ['guess 5', 'guess 6', 'guess 4', 'guess 3'])
  })

  test('so many sources and no more may wait, and those who are known have a room of their own', async () => {
    const { ask, end, begun, refused, settled } = openLine(1, { others: { sources: 3, turns: 100 } })
    ask('working', 'busy')
    for (let source = 0; source < 5; source++) ask(`guess ${source}`, `source ${source}`)
    ask('owner', 'home', true)
    await settled()
    assert.deepEqual(refused, ['guess 3', 'guess 4'])
    await end('working')
    assert.deepEqual(begun, ['working', 'owner'])
  })

  test('work that fails makes room like any other', async () => {
    const line = new PasswordLine(1, { known: ROOMY, others: ROOMY })
    const asker = { source: 'home', isKnown: false }
    await assert.rejects(
      line.take(asker, () => Promise.reject(new Error('no'))),
      /no/,
    )
    assert.equal(await line.take(asker, async () => 'yes'), 'yes')
  })
})
