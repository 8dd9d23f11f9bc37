import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Fault } from '../errors.ts'
import { FairShares, type Holder } from '../fair-shares.ts'

const LONG_MS = 60_000

const sharesOf = (inAll: number, waitMs = LONG_MS, waiting = { inAll: 100, ofOne: 50 }) =>
  new FairShares({ inAll, waitMs, waiting, refusals: { own: 'tooManyDownloads', others: 'busyWithDownloads' } })

function visitors(shares: FairShares) {
  const served: string[] = []
  /** A person of an organization, by names such as `A anna`. */
  const come = (name: string, amount = 1, [perOrganization, perPerson] = [4, 3]) => {
    const [organization = ''] = name.split(' ')
    const holders: Holder[] = [
      { name: organization, cap: perOrganization },
      { name, cap: perPerson },
    ]
    const claim = shares.claim(amount, holders)
    claim.granted.then(
      () => served.push(name),
      () => {},
    )
    return claim
  }
  return { come, served }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))
const situationOf = (granted: Promise<void>) =>
  granted.then(
    () => undefined,
    (error) => (error as Fault).situation,
  )

test('nobody holds more than their caps, and who comes from elsewhere finds room at once', async () => {
  const { come, served } = visitors(sharesOf(8))
  for (let n = 0; n < 5; n++) come('A anna')
  for (let n = 0; n < 5; n++) come('A anton')
  come('B bert')
  await turn()
  assert.deepEqual(served, ['A anna', 'A anna', 'A anna', 'A anton', 'B bert'])
})

test('what becomes free goes to whoever holds least, then to whoever waits longest', async () => {
  const { come, served } = visitors(sharesOf(4))
  const first = [come('A anna'), come('A anna'), come('A anna'), come('B bert')]
  come('A anton')
  come('B berta')
  come('C carl')
  await turn()
  served.length = 0
  for (const claim of first) claim.leave()
  await turn()
  assert.deepEqual(served, ['C carl', 'A anton', 'B berta'])
})

test('a large wish is not passed over for small ones that came later, and one over its cap is granted alone', async () => {
  const { come, served } = visitors(sharesOf(10))
  const caps: [number, number] = [8, 8]
  const held = come('A anna', 8, caps)
  come('B bert', 6, caps)
  come('C carl', 1, caps)
  await turn()
  assert.deepEqual(served, ['A anna'])
  held.leave()
  await turn()
  assert.deepEqual(served, ['A anna', 'B bert', 'C carl'])
  const alone = visitors(sharesOf(10))
  alone.come('A anna', 20, caps)
  await turn()
  assert.deepEqual(alone.served, ['A anna'])
})

test('who waited in vain hears whose doing it was', async () => {
  const shares = sharesOf(4, 5)
  const { come } = visitors(shares)
  const held = [come('A anna'), come('A anna'), come('A anna')]
  assert.equal(shares.isContended, false)
  const own = come('A anna')
  assert.equal(shares.isContended, false, 'who waits for themselves is in nobody’s way')
  assert.equal(await situationOf(own.granted), 'tooManyDownloads')
  held.push(come('B bert'))
  const others = come('C carl')
  assert.equal(shares.isContended, true)
  assert.equal(await situationOf(others.granted), 'busyWithDownloads')
})

test('who gives up leaves the line, and giving back twice gives back once', async () => {
  const { come, served } = visitors(sharesOf(1))
  const first = come('A anna')
  const impatient = come('B bert')
  come('C carl')
  come('D dora')
  impatient.leave()
  await assert.rejects(impatient.granted, Fault)
  first.leave()
  first.leave()
  await turn()
  assert.deepEqual(served, ['A anna', 'C carl'])
})

test('the line is bounded, in all and for one', async () => {
  const { come } = visitors(sharesOf(1, LONG_MS, { inAll: 3, ofOne: 2 }))
  come('A anna')
  const claims = ['A anna', 'A anna', 'A anna', 'B bert', 'C carl'].map((name) => come(name))
  const refused = await Promise.all([claims[2], claims[4]].map((claim) => situationOf(claim?.granted ?? assert.fail())))
  assert.deepEqual(refused, ['busyWithDownloads', 'busyWithDownloads'])
  for (const claim of claims) claim.leave()
})

test('what is not needed of a share goes to whoever waits, and is not given back twice', async () => {
  const { come, served } = visitors(sharesOf(10))
  const first = come('A anna', 10, [10, 10])
  come('B bert', 8, [10, 10])
  first.shrink(2)
  await turn()
  assert.deepEqual(served, ['A anna', 'B bert'])
  first.leave()
  come('C cleo', 3, [10, 10])
  await turn()
  assert.deepEqual(served, ['A anna', 'B bert'])
})
