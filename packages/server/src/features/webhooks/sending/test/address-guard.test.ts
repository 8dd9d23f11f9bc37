import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { parseNetworks } from '../../../../networks.ts'
import { checkUrl, type Lookup, mayDial, resolveAllowed, systemLookup } from '../address-guard.ts'
import { ALLOWED_URLS, EDGES, REFUSED_URLS } from './address-table.ts'

const PUBLIC = '93.184.215.14'

const answering =
  (...addresses: string[]): Lookup =>
  async () =>
    addresses.map((address) => ({ address }))

/** As a resolver on this machine answers: names for it lead home, all others to one public address. */
const world: Lookup = (host) => answering(/^(.+\.)?localhost\.?$/.test(host) ? '127.0.0.1' : PUBLIC)(host)

/** What the service would decide about a URL that a user sends. */
async function decide(text: string, networks = '', lookup = world) {
  const checked = checkUrl(text)
  if (checked.kind === 'blocked') return checked
  return resolveAllowed(checked.url, lookup, parseNetworks(networks))
}

const kindOf = async (...args: Parameters<typeof decide>) => (await decide(...args)).kind

describe('a URL that leads to no public address', () => {
  const all = Object.values(REFUSED_URLS).flat()

  test('is told in at least 130 spellings, none of them twice', () => {
    assert.equal(new Set(all).size, all.length)
    assert.ok(all.length >= 130, `${all.length}`)
  })

  for (const [reason, urls] of Object.entries(REFUSED_URLS)) {
    test(`is refused: ${reason}`, async () => {
      for (const url of urls) assert.equal(await kindOf(url), 'blocked', JSON.stringify(url))
    })
  }

  test('is refused over https, with a port, a path and a query as well', async () => {
    for (const url of all.filter((text) => text.startsWith('http://') && URL.canParse(text))) {
      const { username, password, hostname } = new URL(url)
      if (username + password !== '') continue
      assert.equal(await kindOf(`https://${hostname}:8443/hooks?to=1.1.1.1#1.1.1.1`), 'blocked', url)
    }
  })
})

describe('a URL that leads to a public address', () => {
  test('is told in at least 20 spellings', () => assert.ok(ALLOWED_URLS.length >= 20, `${ALLOWED_URLS.length}`))

  for (const url of ALLOWED_URLS) test(`is allowed: ${url}`, async () => assert.equal(await kindOf(url), 'allowed'))
})

describe('mayDial', () => {
  test('draws the line exactly at the edges of each range', () => {
    for (const [range, { inside, outside }] of Object.entries(EDGES)) {
      for (const address of inside) assert.equal(mayDial(address, []), false, `${range}: ${address}`)
      for (const address of outside) assert.equal(mayDial(address, []), true, `${range}: ${address}`)
    }
  })

  test('refuses what is no address in the spelling of the system', () => {
    const texts = ['', ' ', 'localhost', 'example.com', '1.1.1', '1.1.1.1.', ' 1.1.1.1', '01.1.1.1', '0x01010101']
    for (const text of [...texts, '1.1.1.1/32', '16843009', '[2606:4700::1]', '2606:4700::1%eth0', '１.1.1.1']) {
      assert.equal(mayDial(text, []), false, text)
    }
  })

  test('judges a translated address by the one it carries', () => {
    const quad = fc.tuple(...Array.from({ length: 4 }, () => fc.integer({ min: 0, max: 255 })))
    const check = fc.property(quad, (bytes) => {
      const plain = mayDial(bytes.join('.'), [])
      const hex = Buffer.from(bytes)
        .toString('hex')
        .replace(/(.{4})(.{4})/, '$1:$2')
      assert.equal(mayDial(`64:ff9b::${hex}`, []), plain)
      assert.equal(mayDial(`2002:${hex}::1`, []), plain)
      assert.equal(mayDial(`64:ff9b:1::${hex}`, []), false)
      assert.equal(mayDial(`::ffff:${hex}`, []), false)
      assert.equal(mayDial(`::${hex}`, []), false)
    })
    fc.assert(check, { numRuns: 2000, examples: [[[127, 0, 0, 1]], [[10, 0, 0, 1]], [[169, 254, 169, 254]]] })
  })
})

describe('checkUrl', () => {
  test('gives the URL as it will be called, and whether its host is an address', () => {
    const literals = {
      'http://0x01010101:80/a': 'http://1.1.1.1/a',
      'https://[2606:4700:0::1]/': 'https://[2606:4700::1]/',
    }
    for (const [text, href] of Object.entries(literals)) {
      const checked = checkUrl(text)
      assert.ok(checked.kind === 'checked' && checked.literal)
      assert.equal(checked.url.href, href)
    }
    const named = checkUrl('HTTPS://Hooks.Example.com:444/a?b=c')
    assert.ok(named.kind === 'checked' && !named.literal)
    assert.equal(named.url.href, 'https://hooks.example.com:444/a?b=c')
  })

  test('says what is wrong, without repeating credentials', () => {
    const message = (text: string) => {
      const checked = checkUrl(text)
      return checked.kind === 'blocked' ? checked.message : assert.fail(text)
    }
    assert.equal(message('http://'), 'The URL cannot be read.')
    assert.equal(message('ftp://example.com/'), 'The URL must start with http or https.')
    assert.equal(message('https://me:hidden@example.com/'), 'The URL must not carry credentials.')
  })
})

describe('resolveAllowed', () => {
  test('pins every answer, in the order of the resolver', async () => {
    const decided = await decide('http://a.example/', '', answering('2606:4700::1', '1.1.1.1'))
    const addresses = [
      { address: '2606:4700::1', family: 6 },
      { address: '1.1.1.1', family: 4 },
    ]
    assert.deepEqual(decided, { kind: 'allowed', addresses })
  })

  test('refuses a name with one bad address among good ones, wherever it stands', async () => {
    for (const bad of ['10.0.0.1', '::1', '::ffff:1.1.1.1', 'fe80::1%eth0', '169.254.169.254', 'nonsense']) {
      for (const answers of [
        [bad, '1.1.1.1', '2606:4700::1'],
        ['1.1.1.1', bad, '2606:4700::1'],
        ['1.1.1.1', bad],
      ]) {
        assert.equal(await kindOf('http://a.example/', '', answering(...answers)), 'blocked', answers.join())
      }
    }
  })

  test('tells a name without an answer from a refused one', async () => {
    for (const code of ['ENOTFOUND', 'EAI_AGAIN', 'ETIMEOUT']) {
      const failing = async () => Promise.reject(Object.assign(new Error(code), { code }))
      assert.equal(await kindOf('http://a.example/', '', failing), 'unresolved')
    }
    assert.equal(await kindOf('http://a.example/', '', answering()), 'unresolved')
  })

  test('never looks an address up', async () => {
    const never = async () => assert.fail('looked up')
    assert.equal(await kindOf('http://1.1.1.1/', '', never), 'allowed')
    assert.equal(await kindOf('http://[2606:4700::1]/', '', never), 'allowed')
    assert.equal(await kindOf('http://2130706433/', '', never), 'blocked')
  })

  test('says nothing about the addresses it found', async () => {
    const message = 'The host has an address that is not public.'
    assert.deepEqual(await decide('http://a.example/', '', answering('10.1.2.3')), { kind: 'blocked', message })
  })

  test('asks the resolver of the system for real', async () => {
    assert.equal(await kindOf('http://localhost/', '', systemLookup), 'blocked')
    assert.equal(await kindOf('http://no..name/', '', systemLookup), 'unresolved')
  })
})

describe('WEBHOOK_ALLOW_NETWORKS', () => {
  test('exempts the addresses it names, and no others', async () => {
    const networks = '10.1.0.0/16, 127.0.0.1 ,fd00:1::/32,::1'
    for (const host of ['10.1.0.0', '10.1.255.255', '127.0.0.1', '[fd00:1::5]', '[::1]', '1.1.1.1', 'localhost']) {
      assert.equal(await kindOf(`http://${host}/`, networks), 'allowed', host)
    }
    const others = [
      '10.2.0.0',
      '10.0.255.255',
      '127.0.0.2',
      '[fd00:2::5]',
      '[::2]',
      '[::ffff:10.1.0.1]',
      '[64:ff9b::a01:1]',
    ]
    for (const host of others) assert.equal(await kindOf(`http://${host}/`, networks), 'blocked', host)
  })

  test('exempts a whole name only when all of its addresses are exempt', async () => {
    const both = answering('::1', '127.0.0.1')
    assert.equal(await kindOf('http://localhost/', '127.0.0.0/8', both), 'blocked')
    assert.equal(await kindOf('http://localhost/', '127.0.0.0/8,::1/128', both), 'allowed')
  })

  test('exempts neither schemes nor credentials', async () => {
    for (const url of ['ftp://127.0.0.1/', 'file:///etc/passwd', 'http://me:pass@127.0.0.1/', 'http://me@127.0.0.1/']) {
      assert.equal(await kindOf(url, '0.0.0.0/0, ::/0'), 'blocked', url)
    }
  })

  test('may be empty, and may not be wrong', () => {
    assert.deepEqual(parseNetworks(' , '), [])
    const wrong = [
      '10.0.0.0/33',
      '::/129',
      '10.0.0.0/',
      '10/8',
      '127.1',
      'localhost',
      '10.0.0.0/-1',
      '10.0.0.0/8/8',
      '/8',
    ]
    for (const list of [...wrong, '10.0.0.0/8x', '10.0.0.0/0x8', 'fe80::1%eth0/64', '10.0.0.0/8 11.0.0.0/8']) {
      assert.throws(() => parseNetworks(`1.1.1.1,${list}`), /is not a network such as/, list)
    }
  })
})
