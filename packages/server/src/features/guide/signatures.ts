import { readFileSync } from 'node:fs'
import { html } from './html.ts'
import { page } from './layout.ts'
import type { Reference } from './reference.ts'

/** What the page shows is what tests run. */
export const programs = [
  { language: 'Node.js', file: 'verify.mjs', run: 'node verify.mjs' },
  { language: 'Python', file: 'verify.py', run: 'python3 verify.py' },
  { language: 'Go', file: 'verify.go', run: 'go run verify.go' },
  { language: 'Ruby', file: 'verify.rb', run: 'ruby verify.rb' },
  { language: 'PHP', file: 'verify.php', run: 'php verify.php' },
] as const

const textOf = (file: string) => readFileSync(new URL(`signatures/${file}`, import.meta.url), 'utf8')

export const signaturesPage = (reference: Reference) =>
  page(
    reference,
    'Checking signatures',
    '/docs/signatures',
    html`<h1>Checking signatures</h1>
<p>Anybody may send something to the address of a webhook. What comes from Parlance carries <code>X-TMS-Signature</code>:</p>
<pre tabindex="0" aria-label="The header"><code>X-TMS-Signature: t=1767225600,v1=3f1c…</code></pre>
<ul>
<li><code>t</code> is when it was sent, in seconds since 1970. Refuse what is more than five minutes away, so that nobody can
send a recorded delivery again.</li>
<li><code>v1</code> is HMAC-SHA256 with the secret of the webhook (the whole of it, <code>whsec_</code> included) over
<code>t</code>, a dot and the body, in lowercase hexadecimal. There may be several; one that fits is enough.</li>
<li>Take the body as its bytes arrived. Parsed and written again it has other bytes, and nothing fits any more.</li>
<li>Compare in constant time: each of the programs below does.</li>
<li>While you replace a secret, accept the old one and the new one; then regenerate, then drop the old one.</li>
<li>Answer with 2xx within 10 seconds. The same <code>deliveryId</code> may come again: what was done need not be done twice.</li>
</ul>
<p>In TypeScript, <code>verifyWebhook</code> of <code>@parlance/sdk</code> does all of this. Each program below is whole: it takes the
secret from <code>WEBHOOK_SECRET</code>, the header as its argument and the body from its input, and prints the event.</p>
${programs.map(
  ({ language, file, run }) => html`<section>
<h2>${language}</h2>
<pre tabindex="0" aria-label="${file}"><code>${textOf(file)}</code></pre>
<pre tabindex="0" aria-label="How it is run"><code>WEBHOOK_SECRET=whsec_… ${run} "$SIGNATURE" &lt; body.json</code></pre>
</section>`,
)}`,
  )
