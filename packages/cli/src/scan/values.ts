import { ANY, exact, joined, type Pattern } from './pattern.ts'
import { constantOf, type Scope } from './scope.ts'
import { bare, memberName, type Node, nameOf, nodeAt, nodesAt, propertyName } from './tree.ts'

/** More texts than that from one expression are as good as computed. */
const MOST = 200
/** A constant made from itself ends somewhere. */
const DEEPEST = 12

/** Every text that an expression may be: constants of the file and both sides of conditions are followed. */
export function textsOf(given: Node | undefined, scope: Scope, depth = 0): readonly Pattern[] {
  const node = bare(given)
  if (!node || depth > DEEPEST) return [ANY]
  const follow = (inner: Node | undefined) => textsOf(inner, scope, depth + 1)
  switch (node.type) {
    case 'Literal':
      return typeof node['value'] === 'string' || typeof node['value'] === 'number'
        ? [exact(String(node['value']))]
        : []
    case 'TemplateLiteral':
      return templateTexts(node, follow)
    case 'BinaryExpression':
      return node['operator'] === '+' ? crossed(follow(nodeAt(node, 'left')), follow(nodeAt(node, 'right'))) : [ANY]
    case 'ConditionalExpression':
      return limited([...follow(nodeAt(node, 'consequent')), ...follow(nodeAt(node, 'alternate'))])
    case 'LogicalExpression': {
      const right = follow(nodeAt(node, 'right'))
      return node['operator'] === '&&' ? right : limited([...follow(nodeAt(node, 'left')), ...right])
    }
    case 'SequenceExpression':
      return follow(nodesAt(node, 'expressions').at(-1))
    case 'AssignmentExpression':
      return node['operator'] === '=' ? follow(nodeAt(node, 'right')) : [ANY]
    case 'Identifier': {
      if (node['name'] === 'undefined') return []
      const found = constantOf(node, scope)
      if (!found) return [ANY]
      return found.member === undefined
        ? textsOf(found.init, found.scope, depth + 1)
        : memberTexts(found.init, found.member, found.scope, depth + 1)
    }
    case 'MemberExpression':
      return memberTexts(nodeAt(node, 'object'), memberName(node), scope, depth + 1)
    default:
      return [ANY]
  }
}

function templateTexts(node: Node, follow: (inner: Node) => readonly Pattern[]): readonly Pattern[] {
  const expressions = nodesAt(node, 'expressions')
  let texts: readonly Pattern[] = [exact('')]
  for (const [at, quasi] of nodesAt(node, 'quasis').entries()) {
    const { cooked } = quasi['value'] as { cooked: string | null }
    texts = crossed(texts, [cooked === null ? ANY : exact(cooked)])
    const expression = expressions[at]
    if (expression) texts = crossed(texts, orAny(follow(expression)))
  }
  return texts
}

const orAny = (texts: readonly Pattern[]) => (texts.length === 0 ? [ANY] : texts)

function crossed(left: readonly Pattern[], right: readonly Pattern[]): readonly Pattern[] {
  const [lefts, rights] = [orAny(left), orAny(right)]
  if (lefts.length * rights.length > MOST) return [ANY]
  return lefts.flatMap((before) => rights.map((behind) => joined(before, behind)))
}

const limited = (texts: readonly Pattern[]) => (texts.length > MOST ? [ANY] : texts)

/** The texts of one member of an object of the file, or of all where nobody knows which. */
function memberTexts(
  given: Node | undefined,
  member: string | undefined,
  scope: Scope,
  depth: number,
): readonly Pattern[] {
  const found = objectOf(given, scope, depth)
  if (!found) return [ANY]
  const members = membersOf(found.object)
  if (!members) return [ANY]
  const wanted = member === undefined ? members : members.filter(({ name }) => name === member)
  if (wanted.length === 0) return [ANY]
  return limited(wanted.flatMap(({ value }) => textsOf(value, found.scope, depth + 1)))
}

interface Found {
  object: Node
  scope: Scope
}

/** The literal that an expression leads to: an object, an array or an enum. */
export function objectOf(given: Node | undefined, scope: Scope, depth = 0): Found | undefined {
  const node = bare(given)
  if (!node || depth > DEEPEST) return undefined
  if (/^(ObjectExpression|ArrayExpression|TSEnumDeclaration)$/.test(node.type)) return { object: node, scope }
  if (node.type === 'CallExpression' && memberName(nodeAt(node, 'callee') ?? node) === 'freeze')
    return objectOf(nodesAt(node, 'arguments')[0], scope, depth + 1)
  if (node.type === 'MemberExpression') {
    const outer = objectOf(nodeAt(node, 'object'), scope, depth + 1)
    return outer && memberObject(outer, memberName(node), depth)
  }
  const constant = constantOf(node, scope)
  if (!constant) return undefined
  const whole = objectOf(constant.init, constant.scope, depth + 1)
  return whole && constant.member !== undefined ? memberObject(whole, constant.member, depth) : whole
}

function memberObject({ object, scope }: Found, name: string | undefined, depth: number): Found | undefined {
  const value = name === undefined ? undefined : membersOf(object)?.find((one) => one.name === name)?.value
  return value && objectOf(value, scope, depth + 1)
}

/** Undefined where some members come from elsewhere. */
function membersOf(object: Node): { name: string | undefined; value: Node | undefined }[] | undefined {
  if (object.type === 'TSEnumDeclaration') {
    const members = nodesAt(nodeAt(object, 'body') ?? object, 'members')
    return members.map((one) => ({ name: literalOrName(nodeAt(one, 'id')), value: nodeAt(one, 'initializer') }))
  }
  const items = object.type === 'ArrayExpression' ? nodesAt(object, 'elements') : nodesAt(object, 'properties')
  if (items.some(({ type }) => type === 'SpreadElement')) return undefined
  if (object.type === 'ArrayExpression') return items.map((value, at) => ({ name: String(at), value }))
  const members = items.map((one) => ({ name: propertyName(one), value: nodeAt(one, 'value') }))
  return members.some(({ name }) => name === undefined) ? undefined : members
}

const literalOrName = (node: Node | undefined) => (node?.type === 'Literal' ? String(node['value']) : nameOf(node))
