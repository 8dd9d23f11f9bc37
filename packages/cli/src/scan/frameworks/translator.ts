import { isExact, type Pattern } from '../pattern.ts'
import type { Scope } from '../scope.ts'
import { bare, type Node, nameOf, nodesAt } from '../tree.ts'
import type { NamespaceName } from '../use.ts'
import { objectOf, textsOf } from '../values.ts'

/** Where a `t` of i18next looks for keys. */
export interface Translator {
  namespace: NamespaceName
  prefix: Pattern | undefined
}

/** Of several namespaces the first is where a key without one is. */
export function namespaceOf(given: Node | undefined, scope: Scope): NamespaceName {
  const node = bare(given)
  if (!node || isNothing(node)) return undefined
  const found = objectOf(node, scope)
  if (found) return namespaceOf(nodesAt(found.object, 'elements')[0], found.scope)
  const texts = textsOf(node, scope)
  const [only] = texts
  return only && texts.length === 1 && isExact(only) ? only[0] : null
}

export function prefixOf(node: Node | undefined, scope: Scope): Pattern | undefined {
  if (!node || isNothing(node)) return undefined
  const texts = textsOf(node, scope)
  const [only] = texts
  if (only && texts.length === 1) return only[0] === '' && isExact(only) ? undefined : only
  return texts.length === 0 ? undefined : ['', '']
}

const isNothing = (node: Node) =>
  nameOf(node) === 'undefined' || (node.type === 'Literal' && node['value'] === null) || node['value'] === ''
