import { exact, type Pattern } from '../pattern.ts'
import type { Scope } from '../scope.ts'
import { type Node, nodeAt, nodesAt } from '../tree.ts'
import { aliased, typeArguments, typeName } from '../types.ts'
import type { NamespaceName } from '../use.ts'
import { namespaceOf, type Translator } from './translator.ts'

const DEEPEST = 8

/** What a value of type `TFunction<ns, prefix>` looks for; undefined of any other type. */
export function translatorOfType(type: Node | undefined, scope: Scope, depth = 0): Translator | undefined {
  if (!type || depth > DEEPEST) return undefined
  if (type.type === 'TSUnionType') {
    const all = nodesAt(type, 'types').map((one) => translatorOfType(one, scope, depth + 1))
    return all.find((one) => one !== undefined)
  }
  if (typeName(type) !== 'TFunction') return translatorOfType(aliased(type, scope), scope, depth + 1)
  const [namespace, prefix] = typeArguments(type)
  return { namespace: namespaceOfType(namespace, scope), prefix: prefixOfType(prefix) }
}

/** Null where the type does not say which one: code is given functions of all kinds. Of several the first counts. */
function namespaceOfType(type: Node | undefined, scope: Scope, depth = 0): NamespaceName {
  if (!type || depth > DEEPEST) return null
  const within = (inner: Node | undefined) => namespaceOfType(inner, scope, depth + 1)
  switch (type.type) {
    case 'TSLiteralType':
      return textOf(type) ?? null
    case 'TSTupleType':
      return within(nodesAt(type, 'elementTypes')[0])
    case 'TSTypeOperator':
      return within(nodeAt(type, 'typeAnnotation'))
    case 'TSTypeQuery':
      return namespaceOf(nodeAt(type, 'exprName'), scope)
    default:
      return within(aliased(type, scope))
  }
}

function prefixOfType(type: Node | undefined): Pattern | undefined {
  if (!type || type.type === 'TSUndefinedKeyword') return undefined
  const text = type.type === 'TSLiteralType' ? textOf(type) : undefined
  return text === undefined ? ['', ''] : exact(text)
}

function textOf(type: Node): string | undefined {
  const value = nodeAt(type, 'literal')?.['value']
  return typeof value === 'string' ? value : undefined
}
