import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls'
import { assertAnswered, assertFailed, listen, rawReceiver, to } from '../../test/receivers.ts'

const folder = mkdtempSync(join(tmpdir(), 'parlance-tls-'))
after(() => rmSync(folder, { recursive: true }))

/** A certificate that vouches for itself; undefined where there is no openssl. */
function certificateFor(names: string) {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const made = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', '/CN=hooks.example', '-addext', `subjectAltName=${names}`, '-keyout', key, '-out', cert],
  ])
  return made.status === 0 ? { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') } : undefined
}

const pair = certificateFor('DNS:hooks.example,IP:127.0.0.1')
const lookup = async () => [{ address: '127.0.0.1' }]

describe('a receiver behind TLS', { skip: pair ? false : 'no openssl here' }, () => {
  const names: unknown[] = []
  const server: Server = createServer({ ...pair }, (req, res) => {
    names.push([(req.socket as TLSSocket).servername, req.headers.host?.replace(/:\d+$/, '')])
    res.end('secure')
  })
  const trusting = async (work: () => Promise<void>) => {
    const usual = getCACertificates('default')
    setDefaultCACertificates([...usual, pair?.cert ?? ''])
    await work().finally(() => setDefaultCACertificates(usual))
  }
  const listening = listen(server)

  test('is not trusted on its own word, whatever the environment says', async (t) => {
    t.mock.method(process, 'emitWarning', () => {})
    const url = `https://hooks.example:${await listening}/`
    const refused = /^The certificate of the host was not accepted \(DEPTH_ZERO_SELF_SIGNED_CERT\)\.$/
    assertFailed(await to(url, { lookup }), refused)
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
    assertFailed(await to(url, { lookup }), refused)
    delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
    assert.deepEqual(names, [])
  })

  test('is asked for by its name, although an address is dialled', () =>
    trusting(async () => {
      for (const host of ['hooks.example', 'hooks.example.', '127.0.0.1']) {
        const outcome = assertAnswered(await to(`https://${host}:${await listening}/`, { lookup }))
        assert.equal(outcome.responseBody, 'secure')
      }
      assert.deepEqual(names, [
        ['hooks.example', 'hooks.example'],
        ['hooks.example', 'hooks.example.'],
        [false, '127.0.0.1'],
      ])
    }))

  test('must have a certificate for the name that was given', () =>
    trusting(async () => {
      const outcome = await to(`https://other.example:${await listening}/`, { lookup })
      assertFailed(outcome, /^The certificate of the host was not accepted \(ERR_TLS_CERT_ALTNAME_INVALID\)\.$/)
    }))

  test('must speak TLS', async () => {
    const { port } = new URL(await rawReceiver((socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n')))
    assertFailed(await to(`https://hooks.example:${port}/`, { lookup }), /^No secure connection could be made\.$/)
  })
})
