/** The number of a form for n things; undefined where it divides by nothing. */
export type PluralExpression = (n: number) => number | undefined

/** Those of the languages of the world have less than 300 characters and ten levels. */
const LONGEST = 2_000
const DEEPEST = 100

const TOKEN = /\s*(\d{1,15}|n|[=!<>]=|[<>]|&&|\|\||[?:()!%*/+-])/y

const BINARY: Readonly<Record<string, [rank: number, of: (a: number, b: number) => number]>> = {
  '||': [1, (a, b) => Number(a !== 0 || b !== 0)],
  '&&': [2, (a, b) => Number(a !== 0 && b !== 0)],
  '==': [3, (a, b) => Number(a === b)],
  '!=': [3, (a, b) => Number(a !== b)],
  '<': [4, (a, b) => Number(a < b)],
  '>': [4, (a, b) => Number(a > b)],
  '<=': [4, (a, b) => Number(a <= b)],
  '>=': [4, (a, b) => Number(a >= b)],
  '+': [5, (a, b) => a + b],
  '-': [5, (a, b) => a - b],
  '*': [6, (a, b) => a * b],
  '/': [6, (a, b) => (b === 0 ? Number.NaN : Math.trunc(a / b))],
  '%': [6, (a, b) => (b === 0 ? Number.NaN : a % b)],
}

type Node = (n: number) => number

/** Reads an expression as C has them, of the operators that gettext knows. It is never run as code. */
export function pluralExpression(text: string): PluralExpression | undefined {
  if (text.length > LONGEST) return undefined
  const tokens = tokensOf(text)
  if (!tokens) return undefined
  const parser = new ExpressionParser(tokens)
  const node = parser.whole()
  if (!node) return undefined
  return (n) => {
    const form = node(n)
    return Number.isNaN(form) ? undefined : form
  }
}

function tokensOf(text: string): string[] | undefined {
  const tokens: string[] = []
  const whole = text.trimEnd()
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < whole.length) {
    const token = TOKEN.exec(whole)?.[1]
    if (token === undefined) return undefined
    tokens.push(token)
  }
  return tokens
}

class ExpressionParser {
  readonly #tokens: readonly string[]
  #at = 0
  #depth = 0

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens
  }

  whole(): Node | undefined {
    const node = this.#choice()
    return this.#at === this.#tokens.length ? node : undefined
  }

  #choice(): Node | undefined {
    if (this.#depth++ > DEEPEST) return undefined
    const condition = this.#binary(1)
    let node = condition
    if (condition && this.#takes('?')) {
      const yes = this.#choice()
      const no = this.#takes(':') ? this.#choice() : undefined
      node = yes && no && ((n) => choose(condition(n), n, yes, no))
    }
    this.#depth--
    return node
  }

  #binary(lowest: number): Node | undefined {
    let left = this.#unary()
    while (left) {
      const [rank, of] = BINARY[this.#tokens[this.#at] ?? ''] ?? []
      if (rank === undefined || of === undefined || rank < lowest) return left
      this.#at++
      const a = left
      const b = this.#binary(rank + 1)
      left = b && ((n) => combined(of, a(n), b(n)))
    }
    return undefined
  }

  #unary(): Node | undefined {
    let isNegated: boolean | undefined
    while (this.#takes('!')) isNegated = !isNegated
    const node = this.#primary()
    return isNegated === undefined ? node : node && ((n) => combined(equality(isNegated), node(n), 0))
  }

  #primary(): Node | undefined {
    const token = this.#tokens[this.#at++] ?? ''
    if (token === 'n') return (n) => n
    if (/^\d/.test(token)) {
      const number = Number(token)
      return () => number
    }
    if (token !== '(') return undefined
    const node = this.#choice()
    return this.#takes(')') ? node : undefined
  }

  #takes(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false
    this.#at++
    return true
  }
}

/** `!x` is whether x is 0, `!!x` whether it is not. */
const equality = (isZero: boolean) => (a: number, b: number) => Number((a === b) === isZero)

const choose = (condition: number, n: number, yes: Node, no: Node) =>
  Number.isNaN(condition) ? Number.NaN : condition === 0 ? no(n) : yes(n)

/** A division by nothing anywhere spoils the whole. */
const combined = (of: (a: number, b: number) => number, a: number, b: number) =>
  Number.isNaN(a) || Number.isNaN(b) ? Number.NaN : of(a, b)
