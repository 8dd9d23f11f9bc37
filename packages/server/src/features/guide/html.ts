/** Markup that is safe to send: what was put into it has been escaped. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = Markup | string | number | undefined | false | readonly Part[]

/** A template whose holes take markup as it is, and anything else as text. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]) =>
  new Markup(strings.map((string, at) => string + (at < parts.length ? written(parts[at]) : '')).join(''))

function written(part: Part): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Markup) return part.text
  if (Array.isArray(part)) return part.map(written).join('')
  return escaped(String(part))
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

/** A sentence of the contract, where what stands between backticks is code. */
export const prose = (text: string): Markup[] =>
  text.split('`').map((part, at) => (at % 2 === 0 ? html`${part}` : html`<code>${part}</code>`))

/** Several of them: an empty line ends a paragraph, and lines that begin with a dash are a list. */
export function paragraphs(text: string): Markup[] {
  return text.split(/\n{2,}/).map((paragraph) => {
    const lines = paragraph.split('\n')
    if (!lines.every((line) => line.startsWith('- '))) return html`<p>${prose(lines.join(' '))}</p>`
    return html`<ul>${lines.map((line) => html`<li>${prose(line.slice(2))}</li>`)}</ul>`
  })
}
