import { html, type Markup } from './html.ts'
import type { Reference, Route } from './reference.ts'

/** One page of the guide, with the way to all others. */
export function page(reference: Reference, title: string, current: string, content: Markup): string {
  const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Parlance API</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/guide.css">
<script type="module" src="/docs/guide.js"></script>
</head>
<body>
<a class="skip" href="#content">To the content</a>
<header>
<a class="name" href="/docs">Parlance <span>API ${reference.info.version}</span></a>
<a href="/">Console</a>
<a href="/openapi.json">openapi.json</a>
</header>
<div class="columns">
<nav aria-label="Pages">${navigation(reference, current)}</nav>
<main id="content" tabindex="-1">${content}</main>
</div>
</body>
</html>
`
  return text
}

const navigation = ({ chapters }: Reference, current: string) => html`
<details class="pages" open><summary>Pages</summary>
<label class="filter">Find an operation <input type="search" id="filter" autocomplete="off"></label>
<ul>
${link('/docs', 'Overview', current)}
${link('/docs/events', 'Events', current)}
${link('/docs/signatures', 'Checking signatures', current)}
${link('/docs/schemas', 'Schemas', current)}
</ul>
${chapters.map(
  ({ name, routes }) => html`<details class="chapter" ${routes.some((route) => pathOf(route) === current) && 'open'}>
<summary>${name}</summary>
<ul>${routes.map((route) => link(pathOf(route), route.summary, current, html`<code class="method">${route.method}</code> `))}</ul>
</details>`,
)}
</details>`

export const pathOf = ({ operationId }: Pick<Route, 'operationId'>) => `/docs/operations/${operationId}`

const link = (path: string, text: string, current: string, before?: Markup) =>
  html`<li><a href="${path}"${path === current && html` aria-current="page"`}>${before}${text}</a></li>`
