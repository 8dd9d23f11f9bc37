import { fieldsOf, parametersOf, typeOf } from './fields.ts'
import { html, type Markup, prose } from './html.ts'
import { page, pathOf } from './layout.ts'
import { type Answer, nameOf, type Reference, type Route } from './reference.ts'

/** `origin` is where the service was asked, so that a line can be pasted as it stands. Undefined where there is no such operation. */
export function operationPage(reference: Reference, id: string, origin: string): string | undefined {
  const route = reference.routes.get(id)
  if (!route) return undefined
  const body = route.requestBody?.content['application/json']
  return page(
    reference,
    route.summary,
    pathOf(route),
    html`<p class="chapter-name">${route.tags[0]}</p>
<h1>${prose(route.summary)}</h1>
<p class="address"><code class="method">${route.method}</code> <code>${route.path}</code></p>
<p>${prose(route.description)} ${credentials(route)}</p>
<pre tabindex="0" aria-label="With curl"><code>${curl(route, body?.example, origin)}</code></pre>
${parameters(route, 'path', 'In the path')}
${parameters(route, 'query', 'In the query')}
${
  body &&
  html`<h2>Body</h2>
${body.schema.$ref !== undefined && html`<p>${typeOf(body.schema)}</p>`}
${fieldsOf(reference, body.schema) ?? html`<p>${typeOf(body.schema)}: ${prose(body.schema.description ?? '')}</p>`}`
}
<h2>Answers</h2>
${Object.entries(route.responses).map(([status, answer]) => answered(reference, status, answer))}
${tryOut(route, body?.example)}`,
  )
}

function credentials({ security }: Route): Markup {
  const kinds = security.flatMap((one) => Object.keys(one))
  if (kinds.length === 0) return html``
  const words: Record<string, string> = {
    session: 'a session',
    apiKey: 'an API key',
    metricsToken: 'the token for metrics',
  }
  const isFree = security.some((one) => Object.keys(one).length === 0)
  return html`It takes ${kinds.map((kind) => words[kind]).join(' or ')}${isFree && ', or nothing'}.`
}

const parameters = (route: Route, place: string, title: string) => {
  const own = route.parameters.filter((parameter) => parameter.in === place)
  return own.length > 0 && html`<h2>${title}</h2>${parametersOf(own)}`
}

function answered(reference: Reference, status: string, given: Answer): Markup {
  const answer = given.$ref === undefined ? given : (reference.components.responses[nameOf(given.$ref)] ?? given)
  const types = Object.entries(answer.content ?? {})
  const schema = types[0]?.[0] === 'application/json' ? types[0][1].schema : undefined
  const isRefusal = Number(status) >= 400
  const headers = Object.entries(answer.headers ?? {})
  return html`<details class="answer" ${!isRefusal && 'open'}>
<summary><code>${status}</code> ${isRefusal ? firstSentence(answer.description) : answer.description}</summary>
${isRefusal && html`<ul>${answer.description.split('\n').map((line) => html`<li>${prose(line)}</li>`)}</ul>`}
${headers.length > 0 && html`<dl class="fields">${headers.map(([name, { description }]) => html`<dt><code>${name}</code></dt><dd>${prose(description)}</dd>`)}</dl>`}
${'text/event-stream' in (answer.content ?? {}) && html`<p>What comes is told on the page on <a href="/docs/events#stream">events</a>.</p>`}
${types.length > 0 && !schema && html`<p>${types.map(([type], at) => html`${at > 0 && ', '}<code>${type}</code>`)}</p>`}
${schema && html`<p class="type">${schemaName(schema)}</p>`}
${schema && !isRefusal && fieldsOf(reference, schema)}
</details>`
}

const schemaName = (schema: Parameters<typeof typeOf>[0]) => (schema.properties ? html`object` : typeOf(schema))

const firstSentence = (text: string) =>
  text
    .split('\n')
    .map((line) => /`(\w+)`/.exec(line)?.[1] ?? line)
    .filter((code, at, all) => all.indexOf(code) === at)
    .join(', ')

const filled = (name: string) => (/(^id|Id)$/.test(name) ? '1' : name)

function curl({ method, path, security }: Route, example: unknown, origin: string): string {
  const kinds = security.flatMap((one) => Object.keys(one))
  const address = origin + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => filled(name))
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(address)}`,
    ...(kinds.includes('apiKey')
      ? [`-H 'Authorization: Bearer tms_…'`]
      : kinds.includes('session')
        ? ['-b cookies']
        : []),
    ...(example === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(example))}`]),
  ]
  return parts.join(' \\\n  ')
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** Sent by the page's script, to where the page came from, as whoever is signed in or with the key that is given. */
const tryOut = ({ method, path, parameters: all, security }: Route, example: unknown) => html`
<details class="try">
<summary>Try it</summary>
<form id="try" data-method="${method}" data-path="${path}">
<p>The request goes to this very service, and does what it says.</p>
${all.map(
  ({ name, in: place, required, schema }) =>
    html`<label>${name} <input name="${name}" data-in="${place}" autocomplete="off" ${required && 'required'} placeholder="${schema.type === 'array' ? 'a,b' : ''}"></label>`,
)}
${example !== undefined && html`<label>Body <textarea name="body" rows="10" spellcheck="false">${JSON.stringify(example, null, 2)}</textarea></label>`}
${security.some((one) => Object.keys(one).length > 0) && html`<label>API key, unless you are signed in <input name="key" type="password" autocomplete="off" placeholder="tms_…"></label>`}
<p><button>Send</button> <button type="button" id="stop" hidden>Stop</button></p>
<output></output>
<pre hidden><code></code></pre>
</form>
</details>`
