import { UnreadableFile } from '../remark.ts'
import { JsTokens } from './js-tokens.ts'

export interface ExportedObject {
  /** Of its brace. */
  from: number
  /** The braces and brackets of values that something is done with: `['a', 'b'].join()`. */
  computed: ReadonlySet<number>
  /** Names of other objects that are exported. */
  others: readonly { name: string; from: number }[]
}

interface Found {
  /** Undefined for what a module is, or exports by default. */
  name: string | undefined
  isExported: boolean
  from: number
}

const DECLARES = new Set(['const', 'let', 'var'])
/** What may stand behind an object without doing anything with it; names are those of the next line, or of types. */
const HARMLESS = new Set([',', ';', ')', ']', '}', ':', '{', '@', '#'])

/** Where the object stands that a module exports. Nothing is run, so it must be written there brace by brace. */
export function* findObject(text: string): Generator<void, ExportedObject, void> {
  const statements = new Statements(text)
  yield* statements.read()
  const { found, defaultName, computed } = statements
  const standard =
    found.find(({ name }) => name === undefined) ??
    found.find(({ name }) => defaultName !== undefined && name === defaultName)
  const named = found.filter(({ name, isExported }) => isExported && name !== undefined)
  const object = standard ?? named[0]
  if (!object) throw new UnreadableFile('syntax_error', 'The file exports no object')
  const others = named.flatMap(({ name = '', from }) => (from === object.from ? [] : [{ name, from }]))
  return { from: object.from, computed, others }
}

class Statements {
  readonly found: Found[] = []
  defaultName: string | undefined
  readonly computed = new Set<number>()
  readonly #tokens: JsTokens
  /** Words and signs of a statement so far, as long as an export may come of them. */
  #said: string[] = []
  /** Whether an object may come now, and whose. */
  #target: Omit<Found, 'from'> | undefined
  #closed: number | undefined

  constructor(text: string) {
    this.#tokens = new JsTokens(text)
  }

  *read(): Generator<void, void, void> {
    const tokens = this.#tokens
    while (true) {
      yield* tokens.next()
      if (tokens.kind === 'end') return
      this.#noticeComputed()
      if (tokens.kind === 'word' && this.#isAtLineStart() && /^(export|module|exports)$/.test(tokens.source)) {
        // Only ever at the top, so whatever seems to be open was misunderstood.
        tokens.open.length = 0
        this.#begin(tokens.source)
      } else if (this.#target) this.#value()
      else if (this.#depth() === (this.#isExportList() ? 1 : 0) || tokens.open.length === 0) this.#statement()
      this.#closed = tokens.is('}') || tokens.is(']') ? tokens.closed : undefined
    }
  }

  /** A value of an object literal is followed by a comma or a bracket. */
  #noticeComputed(): void {
    if (this.#closed === undefined) return
    const { kind, source } = this.#tokens
    if (kind === 'template' || kind === 'code' || (kind === 'punctuator' && !HARMLESS.has(source)))
      this.computed.add(this.#closed)
  }

  /** In how many brackets the token stands. */
  #depth(): number {
    const { open, from } = this.#tokens
    return open.at(-1) === from ? open.length - 1 : open.length
  }

  #isAtLineStart(): boolean {
    const { text, from } = this.#tokens
    return from === 0 || text[from - 1] === '\n' || text[from - 1] === '\r'
  }

  #isExportList(): boolean {
    return this.#said[0] === 'export' && this.#said[1] === '{'
  }

  #begin(word: string): void {
    this.#said = [word]
    this.#target = undefined
  }

  #statement(): void {
    const { kind, source } = this.#tokens
    if (kind === 'word' && this.#isBeginning(source)) this.#begin(source)
    else if (source === ';') this.#said = []
    else if (this.#said.length > 0) this.#continue(kind === 'word' || kind === 'punctuator' ? source : '')
  }

  #isBeginning(word: string): boolean {
    const before = this.#said.at(-1)
    if (DECLARES.has(word)) return before !== 'export'
    return word === 'export' || ((word === 'module' || word === 'exports') && before !== '.')
  }

  #continue(source: string): void {
    const [first, second, third, fourth] = this.#said
    if (this.#said.length < 6) this.#said.push(source)
    if (source === '=' && '=>'.includes(this.#tokens.text[this.#tokens.to] ?? '-')) return
    if (first === 'export') {
      if (second === undefined && (source === 'default' || source === '=')) this.#expect(undefined, true)
      else if (second === '{') this.#exportedName(source)
      else if (DECLARES.has(second ?? '') && third !== undefined && source === '=') this.#expect(third, true)
    } else if (DECLARES.has(first ?? '')) {
      if (second !== undefined && source === '=') this.#expect(second, false)
    } else if (source === '=') this.#assigned(this.#said.slice(0, -1).join(''), third, fourth)
  }

  /** `module.exports`, `exports.name`, `module.exports.name`. */
  #assigned(target: string, third: string | undefined, fourth: string | undefined): void {
    if (target === 'module.exports') this.#expect(undefined, true)
    else if (target.startsWith('exports.') && third !== undefined)
      this.#expect(third === 'default' ? undefined : third, true)
    else if (target.startsWith('module.exports.') && fourth === '.')
      this.#expect(target.slice('module.exports.'.length), true)
  }

  /** `export { x as default }` */
  #exportedName(source: string): void {
    const before = this.#said[2] ?? ''
    if (source === 'default' && before.endsWith(' as')) this.defaultName = before.slice(0, -3)
    this.#said = source === '}' ? [] : ['export', '{', source === 'as' ? `${before} as` : source]
  }

  #expect(name: string | undefined, isExported: boolean): void {
    this.#target = { name, isExported }
    this.#said = []
  }

  /** The first token of a value, behind parentheses. */
  #value(): void {
    const { kind, source, from } = this.#tokens
    if (source === '(' || !this.#target) return
    const target = this.#target
    this.#target = undefined
    if (source === '{') this.found.push({ ...target, from })
    else if (kind === 'word' && target.name === undefined) this.defaultName = source
    // `export default async` and the like begin nothing that is looked for.
    else if (kind === 'word') this.#statement()
  }
}
