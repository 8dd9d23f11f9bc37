import { ANY } from '../pattern.ts'
import type { Scope } from '../scope.ts'
import { bare, type Node, nodeAt, nodesAt, propertyName } from '../tree.ts'
import { objectOf, textsOf } from '../values.ts'
import type { Framework, Walk } from './framework.ts'
import { calleeName } from './translators.ts'

export const reactIntl: Framework = {
  call(call, scope, walk) {
    const name = calleeName(call) ?? ''
    const [first] = nodesAt(call, 'arguments')
    if (name === 'formatMessage' || name === '$t' || name === 'defineMessage') addDescriptor(first, call, scope, walk)
    else if (name === 'defineMessages') addDescriptors(first, call, scope, walk)
  },
  element({ name, attributes, hasMore, node }, scope, walk) {
    if (name !== 'FormattedMessage' && name !== 'FormattedHTMLMessage') return
    const id = attributes.get('id')
    // `{...messages.title}`: told where the messages are defined.
    if (id) addId(id, node, scope, walk)
    else if (!hasMore) walk.add(node, node, { namespace: undefined, ways: [ANY] })
  },
}

/** What is handed over from elsewhere is told where it is defined. */
function addDescriptor(given: Node | undefined, whole: Node, scope: Scope, walk: Walk): void {
  const found = objectOf(given, scope)
  if (found?.object.type !== 'ObjectExpression') return
  const properties = nodesAt(found.object, 'properties')
  const id = properties.find((property) => propertyName(property) === 'id')
  const isHere = bare(given) === found.object
  const value = nodeAt(id, 'value')
  if (value) addId(value, isHere ? whole : (given ?? whole), found.scope, walk)
  else if (!properties.some(({ type }) => type === 'SpreadElement'))
    walk.add(given ?? whole, whole, { namespace: undefined, ways: [ANY] })
}

function addDescriptors(given: Node | undefined, whole: Node, scope: Scope, walk: Walk): void {
  const found = objectOf(given, scope)
  const items = found && [...nodesAt(found.object, 'properties'), ...nodesAt(found.object, 'elements')]
  for (const item of items ?? []) {
    const descriptor = nodeAt(item, 'value') ?? item
    addDescriptor(descriptor, item.loc ? item : whole, found?.scope ?? scope, walk)
  }
}

function addId(id: Node, whole: Node, scope: Scope, walk: Walk): void {
  for (const way of textsOf(id, scope)) walk.add(id, whole, { namespace: undefined, ways: [way] })
}
