import { type ParserOptions, parse, parseExpression } from '@babel/parser'
import type { Comment } from './comments.ts'
import { asEstree, type Node, type Point } from './tree.ts'

export interface Script {
  program: Node
  comments: readonly Comment[]
}

/** Where a piece of code stands in its file: line from 1, column from 0. */
type Start = Point & { isTypeScript?: boolean }

type Plugins = NonNullable<ParserOptions['plugins']>

const COMMON: Plugins = ['decorators-legacy']

const LENIENT: ParserOptions = {
  allowReturnOutsideFunction: true,
  allowUndeclaredExports: true,
  allowSuperOutsideMethod: true,
  allowNewTargetOutsideFunction: true,
  attachComment: false,
}

/** What the end of a file's name says of the language in it. */
function pluginsFor(name: string): Plugins {
  if (/\.[cm]?ts$/.test(name)) return [...COMMON, 'typescript']
  return name.endsWith('.tsx') ? [...COMMON, 'typescript', 'jsx'] : [...COMMON, 'jsx']
}

export function parseScript(code: string, name: string, start: Point = { line: 1, column: 0 }): Script {
  const options: ParserOptions = { ...LENIENT, sourceType: 'unambiguous', ...startOf(start), plugins: pluginsFor(name) }
  return scriptOf(tryBoth(options, (wanted) => parse(code, wanted)))
}

/** JavaScript with types of Flow is read as such when it is nothing else. */
function tryBoth<T>(options: ParserOptions, read: (options: ParserOptions) => T): T {
  try {
    return read(options)
  } catch (error) {
    const { plugins = [] } = options
    if (plugins.includes('typescript')) throw error
    try {
      return read({ ...options, plugins: [...plugins, 'flow'] })
    } catch {
      throw error
    }
  }
}

/** An expression of a template; several statements where it is none, as in `@click="a = 1; b()"`. */
export function parseCode(code: string, { isTypeScript = true, ...start }: Start): Node {
  const plugins: Plugins = isTypeScript ? [...COMMON, 'typescript'] : [...COMMON, 'jsx']
  const options: ParserOptions = { ...LENIENT, sourceType: 'module', ...startOf(start), plugins }
  try {
    return asEstree(parseExpression(code, options) as unknown as Node)
  } catch {
    return asEstree(parse(code, options).program as unknown as Node)
  }
}

/** The index only has to be there: nobody asks for it. */
const startOf = ({ line, column }: Point): ParserOptions =>
  line === 1 && column === 0 ? {} : { startLine: line, startColumn: column, startIndex: 1 }

function scriptOf({ program, comments }: ReturnType<typeof parse>): Script {
  return {
    program: asEstree(program as unknown as Node),
    comments: (comments ?? []).flatMap(({ value, loc }) =>
      loc ? [{ text: value, at: { line: loc.start.line, column: loc.start.column + 1 }, end: loc.end.line }] : [],
    ),
  }
}
