import type { Span } from './mapped-text.ts'

export interface Tag extends Span {
  /** In lower case. */
  name: string
  /** As it is written. */
  spelled: string
  isClosing: boolean
  /** Needs no end: `<br>`, `<x/>`. */
  isVoid: boolean
}

const VOID = new Set(['br', 'hr', 'img', 'input', 'wbr'])
/** Elements of HTML that stand in texts, also without their end. `<option>` and the like are names as often as elements. */
const ELEMENTS = new Set(
  (
    'a abbr b bdi bdo big blockquote body br center cite code dd del dfn div dl dt em font h1 h2 h3 h4 h5 h6 head hr html i ' +
    'img input ins kbd li nobr ol p pre q s samp small span strike strong sub sup table tbody td tfoot th thead tr tt u ul wbr'
  ).split(' '),
)
const NONE: readonly Tag[] = []

/** The tags of a text. What lies within a placeholder, as in `%<n>d` or `<x id="1"/>`, is that placeholder. */
export function tagsIn(text: string, placeholders: readonly Span[]): readonly Tag[] {
  if (!text.includes('<')) return NONE
  const tags = readTags(text)
  return placeholders.length === 0 || tags.length === 0 ? tags : outside(placeholders, tags)
}

const [LESS, GREATER, SLASH] = [0x3c, 0x3e, 0x2f]

/**
 * `</?`, a name, and `>` or `/>`; between name and end, behind white space, anything but angle brackets. By hand: 20,000
 * tags take a pattern 10 ms at first, and this 5.
 */
function readTags(text: string): Tag[] {
  const tags: Tag[] = []
  let last: Tag | undefined
  for (let start = text.indexOf('<'); start >= 0; start = text.indexOf('<', start + 1)) {
    const isClosing = text.charCodeAt(start + 1) === SLASH
    const from = isClosing ? start + 2 : start + 1
    const behind = endOfName(text, from)
    const end = behind === from ? -1 : endOfTag(text, behind)
    if (end < 0) continue
    const spelled = text.slice(from, behind)
    // Most tags come in pairs.
    const name = last?.spelled === spelled ? last.name : spelled.toLowerCase()
    const isVoid = text.charCodeAt(end - 2) === SLASH || VOID.has(name)
    last = { start, end, name, spelled, isClosing, isVoid }
    tags.push(last)
    start = end - 1
  }
  return tags
}

function endOfName(text: string, start: number): number {
  if (!isLetter(text.charCodeAt(start))) return start
  let end = start + 1
  while (isOfName(text.charCodeAt(end))) end++
  return end
}

/** -1 where none ends: the slash of `<x/>` stands directly behind the name, or anywhere behind white space. */
function endOfTag(text: string, behind: number): number {
  let at = behind
  if (isSpace(text.charCodeAt(at))) {
    while (at < text.length && text.charCodeAt(at) !== LESS && text.charCodeAt(at) !== GREATER) at++
  } else if (text.charCodeAt(at) === SLASH) at++
  return text.charCodeAt(at) === GREATER ? at + 1 : -1
}

const isLetter = (unit: number) => (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a)

/** Letters, digits, and `:`, `_`, `-`. */
const isOfName = (unit: number) => isLetter(unit) || (unit >= 0x30 && unit <= 0x3a) || unit === 0x5f || unit === 0x2d

const isSpace = (unit: number) =>
  unit < 0x80 ? unit === 0x20 || (unit >= 0x09 && unit <= 0x0d) : /\s/.test(String.fromCharCode(unit))

/** Both in the order of the text, so that one walk along them is enough. */
function outside(placeholders: readonly Span[], tags: readonly Tag[]): Tag[] {
  let at = 0
  return tags.filter((tag) => {
    while (at < placeholders.length && (placeholders[at] as Span).end < tag.end) at++
    const placeholder = placeholders[at]
    return !placeholder || placeholder.start > tag.start
  })
}

export const isElement = ({ name }: Pick<Tag, 'name'>) => ELEMENTS.has(name)

export const spellTag = ({ name, isClosing }: Pick<Tag, 'name' | 'isClosing'>) =>
  isClosing ? `</${name}>` : `<${name}>`

/** The first tag that has no partner or closes another one than the last; undefined when they nest. */
export function firstUnbalanced(tags: readonly Tag[]): Tag | undefined {
  const open: Tag[] = []
  for (const tag of tags) {
    if (tag.isVoid) continue
    if (!tag.isClosing) open.push(tag)
    else if (open.at(-1)?.name === tag.name) open.pop()
    else return tag
  }
  return open[0]
}
