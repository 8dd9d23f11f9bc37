/** A file of the service at once: 10 MB and 50,000 units, which takes it a while without a word. Less is sent. */
const UNITS_AT_ONCE = 5_000
const CHARACTERS_AT_ONCE = 2_000_000

/** A piece of a TMX file that is a TMX file itself. */
export interface TmxPart {
  content: string
  units: number
}

const UNIT = /<tu[\s>]/g
const UNIT_END = '</tu>'

/** Cuts a file between its units, so that one of any length can be sent. What does not look like one stays whole. */
export function splitTmx(text: string, most = UNITS_AT_ONCE): TmxPart[] {
  const body = /<body\b[^>]*>/.exec(text)
  if (!body) return [{ content: text, units: 0 }]
  const head = text.slice(0, body.index + body[0].length)
  const parts: TmxPart[] = []
  let start = head.length
  let units = 0
  const cut = (end: number) => {
    parts.push({ content: `${head}${text.slice(start, end)}</body></tmx>`, units })
    start = end
    units = 0
  }
  UNIT.lastIndex = start
  while (UNIT.exec(text)) {
    const end = text.indexOf(UNIT_END, UNIT.lastIndex)
    if (end < 0) break
    UNIT.lastIndex = end + UNIT_END.length
    units++
    if (units >= most || UNIT.lastIndex - start >= CHARACTERS_AT_ONCE) cut(UNIT.lastIndex)
  }
  // The end as the file has it: what is wrong there is for the service to say.
  if (units > 0 || parts.length === 0) parts.push({ content: head + text.slice(start), units })
  return parts
}

/** The languages of all texts of a file, as it spells them. */
export function languagesIn(text: string): string[] {
  const found = new Set<string>()
  for (const [, code = ''] of text.matchAll(/<tuv\b[^>]*?\b(?:xml:)?lang\s*=\s*["']([^"']+)["']/g)) found.add(code)
  return [...found]
}

/** UTF-8, or UTF-16 with its mark. */
export function decodeTmx(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  return new TextDecoder().decode(bytes)
}
