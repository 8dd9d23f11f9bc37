/** A node of ESTree, of whichever parser. */
export interface Node {
  type: string
  loc?: { start: Point; end: Point } | null
  [field: string]: unknown
}

/** Lines count from 1, columns from 0. */
export interface Point {
  line: number
  column: number
}

/** What Babel calls otherwise than ESTree does. A method is the function that it holds. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['StringLiteral', 'Literal'],
  ['NumericLiteral', 'Literal'],
  ['BooleanLiteral', 'Literal'],
  ['NullLiteral', 'Literal'],
  ['BigIntLiteral', 'Literal'],
  ['RegExpLiteral', 'Literal'],
  ['ObjectProperty', 'Property'],
  ['ObjectMethod', 'FunctionExpression'],
  ['ClassMethod', 'FunctionExpression'],
  ['ClassPrivateMethod', 'FunctionExpression'],
  ['OptionalCallExpression', 'CallExpression'],
  ['OptionalMemberExpression', 'MemberExpression'],
])

/**
 * Renames a node of Babel where it stands. Its own plugin for this takes as long as all the rest of reading, and a walk through
 * everything beforehand a fifth of it: each node is renamed when somebody comes to it.
 */
export function asEstree(node: Node): Node {
  const name = NAMES.get(node.type)
  if (name === undefined) return node
  if (node.type === 'NullLiteral') node['value'] = null
  node.type = name
  return node
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

export const nodeAt = (node: Node | undefined, field: string): Node | undefined => asNode(node?.[field])

const asNode = (value: unknown): Node | undefined => (isNode(value) ? asEstree(value) : undefined)

/** Holes of arrays are left out. */
export const nodesAt = (node: Node | undefined, field: string): Node[] => {
  const value = node?.[field]
  return Array.isArray(value) ? value.filter(isNode).map(asEstree) : []
}

/** With those holes. */
export const itemsAt = (node: Node, field: string): (Node | undefined)[] => {
  const value = node[field]
  return Array.isArray(value) ? value.map(asNode) : []
}

/** Of an identifier, in a script or in JSX. */
export const nameOf = (node: Node | undefined): string | undefined =>
  node && (node.type === 'Identifier' || node.type === 'JSXIdentifier') ? String(node['name']) : undefined

const WRAPPERS: Readonly<Record<string, string>> = {
  ChainExpression: 'expression',
  JSXExpressionContainer: 'expression',
  ParenthesizedExpression: 'expression',
  TSAsExpression: 'expression',
  TSNonNullExpression: 'expression',
  TSSatisfiesExpression: 'expression',
  TSTypeAssertion: 'expression',
  TSInstantiationExpression: 'expression',
  AwaitExpression: 'argument',
}

/** Without what only types, parentheses and `await` add. */
export function bare(node: Node | undefined): Node | undefined {
  let inner = node
  for (;;) {
    const field = inner && WRAPPERS[inner.type]
    if (!inner || field === undefined) return inner
    inner = nodeAt(inner, field)
  }
}

/** How a member is called: `a.b`, `a['b']`. Undefined where that is computed. */
export function memberName(node: Node): string | undefined {
  const property = nodeAt(node, 'property')
  if (node['computed'] !== true) return nameOf(property)
  return property?.type === 'Literal' ? String(property['value']) : undefined
}

/** How a property of an object is called. */
export function propertyName(node: Node): string | undefined {
  const key = nodeAt(node, 'key')
  if (key?.type === 'Literal') return String(key['value'])
  return node['computed'] === true ? undefined : nameOf(key)
}

interface FunctionNode extends Node {
  type: 'ArrowFunctionExpression' | 'FunctionExpression' | 'FunctionDeclaration'
}

export const isFunction = (node: Node | undefined): node is FunctionNode =>
  node?.type === 'ArrowFunctionExpression' ||
  node?.type === 'FunctionExpression' ||
  node?.type === 'FunctionDeclaration'

/** Fields that lead to no code that runs: places, comments, types, and what parsers keep for themselves. */
const NOT_CODE = new Set([
  ...['loc', 'range', 'extra', 'leadingComments', 'trailingComments', 'innerComments', 'comments'],
  ...['typeAnnotation', 'typeParameters', 'typeArguments', 'superTypeArguments', 'returnType'],
])

/** Nodes below which nothing runs: more than half of all. */
const LEAVES = new Set([
  ...['Literal', 'StringLiteral', 'NumericLiteral', 'BooleanLiteral', 'NullLiteral', 'TemplateElement'],
  ...['ThisExpression', 'JSXIdentifier', 'JSXText', 'JSXEmptyExpression'],
  ...['JSXClosingElement', 'JSXOpeningFragment', 'JSXClosingFragment'],
])

/** Only decorators of a parameter stand below its name. */
const isLeaf = (node: Node) => LEAVES.has(node.type) || (node.type === 'Identifier' && node['decorators'] === undefined)

/** `along` goes with each of them, so that nobody makes a function for every node of a file. */
export function forEachChild<T>(node: Node, visit: (child: Node, along: T) => void, along: T): void {
  if (isLeaf(node)) return
  for (const field of Object.keys(node)) {
    const value = node[field]
    if (typeof value !== 'object' || value === null || NOT_CODE.has(field)) continue
    if (Array.isArray(value)) {
      for (const item of value) if (isNode(item)) visit(asEstree(item), along)
    } else if (isNode(value)) visit(asEstree(value), along)
  }
}
