import type { Scope } from '../scope.ts'
import { bare, memberName, type Node, nameOf, nodeAt, nodesAt } from '../tree.ts'
import { textsOf } from '../values.ts'
import type { Framework, Walk } from './framework.ts'

/** Functions that take a key first, and components that take one in an attribute. */
export function custom(functions: readonly string[], components: Readonly<Record<string, string>>): Framework {
  return {
    call(call, scope, walk) {
      const path = pathOf(nodeAt(call, 'callee'))
      const [key] = nodesAt(call, 'arguments')
      if (key && functions.some((name) => path === name || path.endsWith(`.${name}`))) addKeys(key, call, scope, walk)
    },
    element({ name, attributes, node }, scope, walk) {
      const key = Object.hasOwn(components, name) ? attributes.get(components[name] ?? '') : undefined
      if (key) addKeys(key, node, scope, walk)
    },
  }
}

function addKeys(key: Node, whole: Node, scope: Scope, walk: Walk): void {
  for (const way of textsOf(key, scope)) walk.add(key, whole, { namespace: undefined, ways: [way] })
}

/** `a.b.c` as it is written. */
function pathOf(given: Node | undefined): string {
  const node = bare(given)
  if (node?.type === 'ThisExpression') return 'this'
  if (node?.type !== 'MemberExpression') return nameOf(node) ?? ''
  return `${pathOf(nodeAt(node, 'object'))}.${memberName(node) ?? ''}`
}
