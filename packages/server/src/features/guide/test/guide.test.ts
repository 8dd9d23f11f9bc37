import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { contract, webhookEventNames } from '@parlance/contract'
import { streamEventSummaries } from '@parlance/contract/openapi'
import { startService } from '../../../../test/harness.ts'
import { html, paragraphs, prose } from '../html.ts'

const service = await startService()
const read = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await service.app.inject({ url, headers })
  return { status: answer.statusCode, type: String(answer.headers['content-type']), body: answer.body }
}
const linksIn = (body: string) => [...body.matchAll(/(?:href|src)="(\/docs[^"#]*)/g)].map(([, path]) => path as string)

test('every page leads to all others, and no link leads nowhere', async () => {
  const seen = new Set(['/docs'])
  for (const path of seen) {
    const { status, type, body } = await read(path)
    assert.equal(status, 200, path)
    if (!type.startsWith('text/html')) continue
    assert.match(body, /<title>[^<]+ · Parlance API<\/title>/, path)
    assert.doesNotMatch(body, /undefined|\[object|<style|\son\w+="| style="/, path)
    for (const link of linksIn(body)) seen.add(link)
  }
  for (const name of Object.keys(contract)) assert.ok(seen.has(`/docs/operations/${name}`), name)
})

test('an operation is shown with its fields, an example to paste, its answers and its refusals', async () => {
  const { body } = await read('/docs/operations/createKey', { host: 'localhost:4400' })
  for (const part of [
    'curl -X POST &#39;http://localhost:4400/v1/projects/1/keys&#39;',
    'The name of the key, 1 to 768 characters',
    '<b>required</b>',
    'X-Parlance-Changes',
    'TRANSLATION_KEY_ALREADY_EXISTS',
    '<a href="/docs/schemas/Key">Key</a>',
  ])
    assert.ok(body.includes(part), part)
})

test('a line to paste stays in its quotation marks, whatever the example says', async () => {
  const { body } = await read('/docs/operations/importTmx')
  assert.match(body, /-d &#39;\{&quot;content&quot;:&quot;&lt;tmx version=/)
})

test('the page on events tells each event of streams and webhooks, with what it carries', async () => {
  const { body } = await read('/docs/events')
  for (const event of Object.keys(streamEventSummaries)) assert.ok(body.includes(`id="stream-${event}"`), event)
  for (const event of webhookEventNames) assert.ok(body.includes(`id="webhook-${event}"`), event)
  assert.match(body, /failedKeyIds/)
  assert.match(body, /X-TMS-Delivery-Id/)
})

test('what there is not is refused as anywhere', async () => {
  for (const path of [
    '/docs/operations/nothing',
    '/docs/schemas/toString',
    '/docs/schemas/%3Cscript%3E',
    '/docs/nothing',
  ])
    assert.equal((await read(path)).status, 404, path)
})

describe('markup', () => {
  test('takes text as text, wherever it comes from', () => {
    assert.equal(html`<p title="${'"\'<&>'}">${'<b>'}</p>`.text, '<p title="&quot;&#39;&lt;&amp;&gt;">&lt;b&gt;</p>')
    assert.equal(html`${[html`<i>${1}</i>`, undefined, false]}`.text, '<i>1</i>')
    assert.equal(html`${prose('Send `<b>`.')}`.text, 'Send <code>&lt;b&gt;</code>.')
  })

  test('knows paragraphs and lists', () => {
    assert.equal(html`${paragraphs('One\ntwo.\n\n- a\n- b')}`.text, '<p>One two.</p><ul><li>a</li><li>b</li></ul>')
  })
})
