import { keyStreamEvents, type WebhookEvent } from '@parlance/contract'
import { streamComponentOf, streamEventSummaries } from '@parlance/contract/openapi'
import { fieldsOf } from './fields.ts'
import { html, prose } from './html.ts'
import { page } from './layout.ts'
import { type Reference, resolved } from './reference.ts'

/** Those that say something about the stream, or hold at the moment alone. */
const WITHOUT_ID = ['connected', 'heartbeat', 'reset', 'presence', 'issues.updated', 'terms.updated']

export const eventsPage = (reference: Reference) =>
  page(
    reference,
    'Events',
    '/docs/events',
    html`<h1>Events</h1>
<p>What changes in a project is told in two ways: <a href="#stream">streams</a> to programs that are there, at once;
<a href="#webhooks">webhooks</a> to an address of yours, until it says that it has them.</p>
<h2 id="stream">Streams</h2>
<p><a href="/docs/operations/streamProject">A project's stream</a> is for people and for API keys;
<a href="/docs/operations/streamKeys">an API key's stream</a> is for running applications. Both are server-sent events:</p>
<pre tabindex="0" aria-label="An event"><code>id: 5040
event: translation.upserted
data: {"projectId":1,"keyId":101,"translationId":733,"key":"greeting","locale":"de","namespace":"common","value":"Hallo","status":"not_reviewed"}</code></pre>
<p>Events come in the order in which the changes were committed. A reader that comes back with the <code>id</code> it saw last,
in the header <code>Last-Event-ID</code> or as <code>lastEventId</code>, gets what it has missed in the last 24 hours, each event
once. Nobody is told of languages they may not see.</p>
${Object.entries(streamEventSummaries).map(
  ([event, summary]) => html`<section>
<h3 id="stream-${event}"><code>${event}</code></h3>
<p>${prose(summary)} ${reach(event)}</p>
${payload(reference, streamComponentOf(event))}
</section>`,
)}
<h2 id="webhooks">Webhooks</h2>
<p>A delivery is a <code>POST</code> with JSON. It is right when it was answered with 2xx within 10 seconds; redirects are
failures. After a failure it is tried again in about 1 minute, 5 minutes, 15 minutes and 1 hour, with the same
<code>deliveryId</code>. After 10 deliveries in a row that failed for good the webhook is switched off.</p>
<dl class="fields">
${Object.values(reference.webhooks)[0]?.post.parameters.map(
  ({ name, description }) => html`<dt><code>${name}</code></dt><dd>${prose(description)}</dd>`,
)}
</dl>
<p><a href="/docs/signatures">How to check a signature</a>, in five languages. What is sent for each event, and what stands in
<code>data</code>:</p>
${(Object.entries(reference.webhooks) as [WebhookEvent, Reference['webhooks'][string]][]).map(
  ([event, { post }]) => html`<section>
<h3 id="webhook-${event}"><code>${event}</code></h3>
<p>${prose(post.summary)}.</p>
${fieldsOf(reference, post.requestBody?.content['application/json']?.schema ?? {})}
</section>`,
)}`,
  )

function reach(event: string): string {
  if ((keyStreamEvents as readonly string[]).includes(event)) return 'On both streams.'
  if (event === 'connected') return 'On streams of API keys, without an id.'
  const where = ['heartbeat', 'reset'].includes(event) ? 'On both streams' : 'On streams of projects'
  return WITHOUT_ID.includes(event) ? `${where}, without an id.` : `${where}.`
}

const payload = (reference: Reference, name: string) =>
  fieldsOf(reference, resolved(reference, { $ref: `#/components/schemas/${name}` }))
