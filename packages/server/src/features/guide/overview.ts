import { fieldsOf, typeOf } from './fields.ts'
import { html, paragraphs, prose } from './html.ts'
import { page, pathOf } from './layout.ts'
import { nameOf, type Reference } from './reference.ts'

export const overviewPage = (reference: Reference) =>
  page(
    reference,
    'Overview',
    '/docs',
    html`<h1>The API of Parlance</h1>
${paragraphs(reference.info.description)}
<p>Beside the operations: <a href="/docs/events">events</a>, what streams and webhooks tell;
<a href="/docs/signatures">checking signatures</a> of webhooks in five languages; and all
<a href="/docs/schemas">schemas</a>. Programs that generate clients read <a href="/openapi.json">openapi.json</a>.</p>
${reference.chapters.map(
  ({ name, description, routes }) => html`<section>
<h2 id="${idOf(name)}">${name}</h2>
${paragraphs(description)}
<ul class="operations">${routes.map(
    (route) => html`<li><a href="${pathOf(route)}">${route.summary}</a>
<span class="address"><code class="method">${route.method}</code> <code>${route.path}</code></span></li>`,
  )}</ul>
</section>`,
)}`,
  )

const idOf = (name: string) => name.toLowerCase().replaceAll(' ', '-')

export const schemasPage = (reference: Reference) =>
  page(
    reference,
    'Schemas',
    '/docs/schemas',
    html`<h1>Schemas</h1>
<dl class="fields">${Object.entries(reference.components.schemas).map(
      ([name, { description = '' }]) =>
        html`<dt><a href="/docs/schemas/${name}">${name}</a></dt><dd>${prose(description)}</dd>`,
    )}</dl>`,
  )

/** Undefined where there is no schema of this name. */
export function schemaPage(reference: Reference, name: string): string | undefined {
  const { schemas } = reference.components
  const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined
  if (!schema) return undefined
  const users = [...reference.routes.values()].filter((route) => mentions(route, name))
  return page(
    reference,
    name,
    '/docs/schemas',
    html`<h1>${name}</h1>
${paragraphs(schema.description ?? '')}
${fieldsOf(reference, schema) ?? html`<p>${typeOf(schema)}</p>`}
${
  users.length > 0 &&
  html`<h2>Where it is used</h2>
<ul>${users.map((route) => html`<li><a href="${pathOf(route)}">${route.summary}</a></li>`)}</ul>`
}`,
  )
}

const mentions = (part: unknown, name: string): boolean => {
  if (typeof part !== 'object' || part === null) return false
  if ('$ref' in part) return nameOf(String(part.$ref)) === name
  return Object.values(part).some((inner) => mentions(inner, name))
}
