import type { Binding, Scope } from './scope.ts'
import { type Node, nameOf, nodeAt, nodesAt, propertyName } from './tree.ts'

const DEEPEST = 8
/** They have the members of what they are given. */
const TRANSPARENT = new Set(['Readonly', 'Partial', 'Required', 'NonNullable', 'PropsWithChildren'])

/** The type that a name, or a member of it, is said to have in the file. */
export function typeOf({ type, member, scope }: Binding, further?: string): Node | undefined {
  let found = type
  for (const name of [member, further]) if (name !== undefined) found = found && memberType(found, name, scope)
  return found
}

/** `T` of `T`, `a.T` and `import('a').T`. */
export function typeName(type: Node): string | undefined {
  const named = nodeAt(type, 'typeName') ?? nodeAt(type, 'qualifier')
  return named?.type === 'TSQualifiedName' ? nameOf(nodeAt(named, 'right')) : nameOf(named)
}

/** What stands in the angle brackets; parsers call it one or the other. */
export const typeArguments = (type: Node): readonly Node[] =>
  nodesAt(nodeAt(type, 'typeParameters') ?? nodeAt(type, 'typeArguments'), 'params')

/** What another name stands for. */
export function aliased(type: Node, scope: Scope): Node | undefined {
  const declared = type.type === 'TSTypeReference' ? scope.findType(typeName(type) ?? '') : undefined
  return declared?.type === 'TSTypeAliasDeclaration' ? nodeAt(declared, 'typeAnnotation') : declared
}

function memberType(type: Node, name: string, scope: Scope, depth = 0): Node | undefined {
  if (depth > DEEPEST) return undefined
  const within = (inner: Node | undefined) => inner && memberType(inner, name, scope, depth + 1)
  switch (type.type) {
    case 'TSTypeLiteral':
      return signature(nodesAt(type, 'members'), name)
    case 'TSInterfaceDeclaration':
      return signature(nodesAt(nodeAt(type, 'body'), 'body'), name)
    case 'TSIntersectionType':
    case 'TSUnionType':
      return nodesAt(type, 'types')
        .map(within)
        .find((found) => found !== undefined)
    case 'TSTypeReference':
      return within(
        aliased(type, scope) ?? (TRANSPARENT.has(typeName(type) ?? '') ? typeArguments(type)[0] : undefined),
      )
    default:
      return undefined
  }
}

function signature(members: readonly Node[], name: string): Node | undefined {
  const found = members.find((one) => one.type === 'TSPropertySignature' && propertyName(one) === name)
  return nodeAt(nodeAt(found, 'typeAnnotation'), 'typeAnnotation')
}
