import { UnreadableFile } from '../remark.ts'
import { PhpTokens, startOfCode } from './php-tokens.ts'

export interface ReturnedArray {
  /** Of its bracket. */
  from: number
  /** Where brackets stand behind a word `array`, by where that stands. */
  long: ReadonlyMap<number, number>
  /** The brackets of arrays with names, and of those that nothing is in. */
  maps: ReadonlySet<number>
  /** The brackets of values that something is done with: `['a', 'b'][0]`. */
  computed: ReadonlySet<number>
}

/** What may stand behind an array without doing anything with it. */
const HARMLESS = new Set([',', ';', ')', ']', '}', '=>'])

/** Where the array stands that a file returns. Nothing is run, so it must be written there bracket by bracket. */
export function* findArray(text: string): Generator<void, ReturnedArray, void> {
  const tokens = new PhpTokens(text, yield* startOfCode(text))
  const maps = new Set<number>()
  const computed = new Set<number>()
  const long = new Map<number, number>()
  let found: number | undefined
  /** The bracket that just closed, and the one that just opened. */
  let closed: number | undefined
  let opened: number | undefined
  let before = ''
  /** Of the word before, and whether it stands behind `return`. */
  let word = 0
  let isReturned = false
  while (true) {
    yield* tokens.next()
    const { kind, source, from, open } = described(tokens)
    const isOperator = kind === 'word' || (kind === 'punctuator' && !HARMLESS.has(source))
    if (closed !== undefined && isOperator) computed.add(closed)
    if (kind === 'end') break
    const isInside = open.at(-1) === from
    if (before === 'array' && source === '(') {
      long.set(word, from)
      if (isReturned) found = from
    }
    isReturned = before === 'return' && open.length === (isInside ? 1 : 0)
    if (isReturned && source === '[') found = from
    if (source === '=>' && open.length > 0) maps.add(open.at(-1) as number)
    closed = kind === 'punctuator' ? tokens.closed : undefined
    if (closed !== undefined && closed === opened) maps.add(closed)
    opened = isInside ? from : undefined
    before = kind === 'word' ? source : ''
    word = from
  }
  if (found === undefined) throw new UnreadableFile('syntax_error', 'The file returns no array')
  if (computed.has(found)) throw new UnreadableFile('syntax_error', 'The file returns no array as it stands there')
  return { from: found, long, maps, computed }
}

/** Words mean the same in capital letters. Of a long one, nobody asks. */
function described({ kind, from, to, text, open }: PhpTokens) {
  const source = kind === 'punctuator' || (kind === 'word' && to - from < 10) ? text.slice(from, to).toLowerCase() : ''
  return { kind, source, from, open }
}
