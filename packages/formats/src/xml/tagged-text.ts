/** A part of a text with tags in it: a tag as it stands, or what is between two. */
export interface TaggedPart {
  isTag: boolean
  text: string
}

const NAME =
  '[A-Za-z_\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u3001-\\ud7ff][-\\w.\\u00b7\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u037d\\u037f-\\u1fff\\u3001-\\ud7ff]*'
const QUALIFIED = `(?:${NAME}:)?${NAME}`
const ENTITY = '&(?:amp|lt|gt|quot|apos|#\\d{1,7}|#x[\\da-fA-F]{1,6});'
const ATTRIBUTE = `\\s+${QUALIFIED}\\s*=\\s*(?:"(?:[^"<&]|${ENTITY})*"|'(?:[^'<&]|${ENTITY})*')`
/** No attempt goes beyond the next `<`, so that all of them together look at a text once. */
const TAG = new RegExp(`<(/?)(${QUALIFIED})((?:${ATTRIBUTE})*)\\s*(/?)>`, 'y')
const ATTRIBUTE_NAME = new RegExp(`(${QUALIFIED})\\s*=\\s*(?:"[^"]*"|'[^']*')`, 'g')

/** Deeper ones would bring a file beyond what its readers take. */
const DEEPEST = 32

/**
 * The tags of a text and what is between them, if it has any and each that opens is closed again. `prefixes` are those
 * that the file declares; a tag with another one is no tag there.
 */
export function taggedParts(text: string, prefixes: ReadonlySet<string>): TaggedPart[] | undefined {
  const parts: TaggedPart[] = []
  const open: string[] = []
  let from = 0
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const tag = tagAt(text, at, prefixes)
    if (!tag) {
      at++
      continue
    }
    if (tag.kind === 'close' && open.pop() !== tag.name) return undefined
    if (tag.kind === 'open' && open.push(tag.name) > DEEPEST) return undefined
    if (at > from) parts.push({ isTag: false, text: text.slice(from, at) })
    parts.push({ isTag: true, text: text.slice(at, tag.to) })
    from = at = tag.to
  }
  if (open.length > 0 || from === 0) return undefined
  if (from < text.length) parts.push({ isTag: false, text: text.slice(from) })
  return parts
}

interface Tag {
  kind: 'open' | 'close' | 'empty'
  name: string
  to: number
}

function tagAt(text: string, at: number, prefixes: ReadonlySet<string>): Tag | undefined {
  TAG.lastIndex = at
  const [whole, slash, name = '', attributes = '', end] = TAG.exec(text) ?? []
  if (whole === undefined || (slash !== '' && (attributes !== '' || end !== ''))) return undefined
  const names = Array.from(attributes.matchAll(ATTRIBUTE_NAME), ([, attribute = '']) => attribute)
  if (new Set(names).size < names.length) return undefined
  if (![name, ...names].every((some) => isDeclared(some, prefixes))) return undefined
  return { kind: slash === '' ? (end === '' ? 'open' : 'empty') : 'close', name, to: at + whole.length }
}

function isDeclared(name: string, prefixes: ReadonlySet<string>): boolean {
  const colon = name.indexOf(':')
  const prefix = name.slice(0, colon)
  return colon < 0 || prefix === 'xml' || prefixes.has(prefix)
}
