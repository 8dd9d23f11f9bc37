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

// The slash of `<x/>` stands directly after the name; after a space it is part of what is between name and end.
const TAG = /<(\/?)([A-Za-z][A-Za-z0-9:_-]*)(?:\s[^<>]*)?\/?>/g
const VOID = new Set(['br', 'hr', 'img', 'input', 'wbr'])
const NONE: readonly Tag[] = []

/** The tags of a text. What lies within a placeholder, as in `%<n>d` or `<x id="1"/>`, is that placeholder. */
export function tagsIn(text: string, placeholders: readonly Span[]): readonly Tag[] {
  if (!text.includes('<')) return NONE
  const tags = Array.from(text.matchAll(TAG), tagOf)
  return placeholders.length === 0 || tags.length === 0 ? tags : outside(placeholders, tags)
}

function tagOf({ 0: whole, 1: slash, 2: spelled = '', index }: RegExpExecArray): Tag {
  const name = spelled.toLowerCase()
  const isVoid = whole.endsWith('/>') || VOID.has(name)
  return { start: index, end: index + whole.length, name, spelled, isClosing: slash === '/', isVoid }
}

/** Both in the order of the text, so that one walk along them is enough. */
function outside(placeholders: readonly Span[], tags: readonly Tag[]): Tag[] {
  let at = 0
  return tags.filter((tag) => {
    while (at < placeholders.length && (placeholders[at] as Span).end < tag.end) at++
    const placeholder = placeholders[at]
    return !placeholder || placeholder.start > tag.start
  })
}

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
