export type Piece = { kind: 'text'; text: string } | { kind: 'hole' | 'open' | 'close'; id: number }

const MARK = /<x id="(\d+)"\s*(?:\/>|>\s*<\/x\s*>)|<g id="(\d+)"\s*>|<\/g\s*>/gi

/** Reads a translated unit; undefined when its tags do not nest, or something else in it looks like a tag. */
export function readMarked(text: string): Piece[] | undefined {
  const pieces: Piece[] = []
  const open: number[] = []
  let at = 0
  const addText = (end: number) => {
    if (end > at) pieces.push({ kind: 'text', text: text.slice(at, end) })
  }
  for (const match of text.matchAll(MARK)) {
    addText(match.index)
    at = match.index + match[0].length
    const [, hole, tag] = match
    if (hole !== undefined) pieces.push({ kind: 'hole', id: Number(hole) })
    else if (tag !== undefined) {
      open.push(Number(tag))
      pieces.push({ kind: 'open', id: Number(tag) })
    } else {
      const id = open.pop()
      if (id === undefined) return undefined
      pieces.push({ kind: 'close', id })
    }
  }
  addText(text.length)
  if (open.length > 0) return undefined
  const isClean = pieces.every((piece) => piece.kind !== 'text' || !/<\/?[xg]\b/i.test(piece.text))
  return isClean ? pieces.map(unescaped) : undefined
}

/** What a translator is asked to translate: the text without marks and entities. */
export const wordsOf = (marked: string) => marked.replaceAll(/<[^<>]*>|&\w+;/g, '')

const ENTITIES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['#39', "'"],
  ['#x27', "'"],
])

const unescaped = (piece: Piece): Piece =>
  piece.kind === 'text'
    ? { kind: 'text', text: piece.text.replaceAll(/&(\w+|#39|#x27);/g, (all, name) => ENTITIES.get(name) ?? all) }
    : piece
