import {
  AUTHOR,
  CONTEXT,
  CONTEXT_AS_JSON,
  characterType,
  isForbidden,
  MILLISECONDS,
  ORIGIN,
  PROJECT,
  type TmxSegment,
} from './unit.ts'

interface Written {
  source: TmxSegment
  target: TmxSegment
  context: string | null
}

export const tmxHead = (
  sourceLocale: string,
  version: string,
  origin: string,
) => `<?xml version="1.0" encoding="UTF-8"?>
<tmx version="1.4">
<header creationtool="Parlance" creationtoolversion="${attribute(version)}" segtype="sentence" o-tmf="Parlance" adminlang="en" srclang="${attribute(sourceLocale)}" datatype="plaintext">${property(ORIGIN, content(origin))}</header>
<body>
`

export const tmxTail = '</body>\n</tmx>\n'

/** One entry as a unit of two languages, which every reader of TMX understands. */
export function tmxUnit({ source, target, context }: Written): string {
  const { createdAt, changedAt, lastUsedAt, usageCount = 0, author } = target
  const details =
    (lastUsedAt ? ` lastusagedate="${date(lastUsedAt)}"` : '') +
    (createdAt ? ` creationdate="${date(createdAt)}"` : '') +
    (changedAt ? ` changedate="${date(changedAt)}"` : '') +
    (author ? ` creationid="${attribute(author)}"` : '')
  const properties = (context === null ? '' : contextProperty(context)) + ownProperties(target)
  return `<tu usagecount="${usageCount}"${details}>${properties}${variant(source)}${variant(target)}</tu>\n`
}

/** Only what there is to tell: many units make a long file, and an import has an end. */
function ownProperties({ createdAt, changedAt, lastUsedAt, authorId, projectId }: TmxSegment): string {
  const [created, changed, lastUsed] = [
    millisecondsOf(createdAt),
    millisecondsOf(changedAt),
    millisecondsOf(lastUsedAt),
  ]
  return (
    (created + changed + lastUsed > 0 ? property(MILLISECONDS, `${created} ${changed} ${lastUsed}`) : '') +
    (authorId === undefined ? '' : property(AUTHOR, `${authorId ?? ''}`)) +
    (projectId === undefined ? '' : property(PROJECT, `${projectId}`))
  )
}

const property = (type: string, text: string) => `<prop type="${type}">${text}</prop>`
const millisecondsOf = (at: Date | undefined) => at?.getUTCMilliseconds() ?? 0

const variant = ({ lang, text }: TmxSegment) => `<tuv xml:lang="${attribute(lang)}"><seg>${content(text)}</seg></tuv>`

function contextProperty(context: string): string {
  if (!FORBIDDEN.test(context)) return property(CONTEXT, content(context))
  const json = JSON.stringify(context).replaceAll(
    /[\ufffe\uffff]/g,
    (found) => `\\u${found.charCodeAt(0).toString(16)}`,
  )
  return property(CONTEXT_AS_JSON, content(json))
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what it looks for
const SPECIAL = /[<>&\r\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what it looks for
const FORBIDDEN = /[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/

/** A reader turns a bare carriage return into a line feed, so it is written by its number. */
const content = (text: string) => text.replaceAll(SPECIAL, escapeCharacter)

function escapeCharacter(found: string): string {
  const code = found.charCodeAt(0)
  if (found === '<') return '&lt;'
  if (found === '>') return '&gt;'
  if (found === '&') return '&amp;'
  return isForbidden(code) ? `<ph type="${characterType(code)}"/>` : `&#${code};`
}

const EVERY_FORBIDDEN = new RegExp(FORBIDDEN, 'g')
/** Most attributes are codes of languages, and need no second look. */
const PLAIN = /^[\w .-]*$/

/** In attributes white space is kept only by number; what XML cannot hold is left out. */
const attribute = (text: string) =>
  PLAIN.test(text)
    ? text
    : text
        .replaceAll(EVERY_FORBIDDEN, '')
        .replaceAll(/[<>&"\t\n\r]/g, (found) => (found === '<' ? '&lt;' : `&#${found.charCodeAt(0)};`))

function date(at: Date): string {
  const iso = at.toISOString()
  return `${iso.slice(0, 4)}${iso.slice(5, 7)}${iso.slice(8, 13)}${iso.slice(14, 16)}${iso.slice(17, 19)}Z`
}
