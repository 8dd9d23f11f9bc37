import { forEachChild, type Node } from './tree.ts'

/** What Babel calls otherwise than ESTree does. A method is the function that it holds. */
const NAMES: Readonly<Record<string, string>> = {
  StringLiteral: 'Literal',
  NumericLiteral: 'Literal',
  BooleanLiteral: 'Literal',
  NullLiteral: 'Literal',
  BigIntLiteral: 'Literal',
  RegExpLiteral: 'Literal',
  ObjectProperty: 'Property',
  ObjectMethod: 'FunctionExpression',
  ClassMethod: 'FunctionExpression',
  ClassPrivateMethod: 'FunctionExpression',
  OptionalCallExpression: 'CallExpression',
  OptionalMemberExpression: 'MemberExpression',
}

/** Renames the nodes of Babel where they stand. Its own plugin for this takes as long as all the rest of reading. */
export function asEstree(node: Node): Node {
  const name = NAMES[node.type]
  if (name !== undefined) {
    if (node.type === 'NullLiteral') node['value'] = null
    node.type = name
  }
  forEachChild(node, asEstree)
  return node
}
