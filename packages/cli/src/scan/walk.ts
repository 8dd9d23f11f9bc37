import type { Element, Framework, Walk as Told } from './frameworks/framework.ts'
import { ANY } from './pattern.ts'
import { type Binding, Scope } from './scope.ts'
import { bare, forEachChild, isFunction, type Node, nameOf, nodeAt, nodesAt, type Point } from './tree.ts'
import type { FileKeys, Use } from './use.ts'

/** Goes through code with the names that are known where it stands, and asks frameworks what they see there. */
export class Walk implements Told {
  readonly keys: FileKeys = { uses: [], kept: [], unread: [] }
  readonly #frameworks: readonly Framework[]
  /** First parameters of functions that a component calls. */
  readonly #given = new Map<Node, Binding>()
  readonly #visit = (node: Node, scope: Scope): void => this.visit(node, scope)

  constructor(frameworks: readonly Framework[]) {
    this.#frameworks = frameworks
  }

  add(at: Node, whole: Node, use: Omit<Use, 'line' | 'column' | 'from'>): void {
    const start = at.loc?.start ?? whole.loc?.start ?? { line: 1, column: 0 }
    const from = whole.loc?.start.line ?? start.line
    this.keys.uses.push({ ...use, line: start.line, column: start.column + 1, from })
  }

  /** What cannot be read asks for every key there is: nothing may be called unused for it. */
  addUnread(message: string, { line, column }: Point): void {
    const at = { line, column: column + 1 }
    this.keys.unread.push({ message, ...at })
    this.keys.uses.push({ namespace: null, ways: [ANY], ...at, from: line })
  }

  give(called: Node, binding: Binding): void {
    this.#given.set(called, binding)
  }

  element(element: Element, scope: Scope): void {
    for (const framework of this.#frameworks) framework.element(element, scope, this)
  }

  visit(node: Node, scope: Scope): void {
    const inner = this.#scopeOf(node, scope)
    if (node.type === 'CallExpression') for (const framework of this.#frameworks) framework.call(node, inner, this)
    else if (node.type === 'JSXElement') this.element(new JsxElement(node), inner)
    forEachChild(node, this.#visit, inner)
  }

  #scopeOf(node: Node, outer: Scope): Scope {
    if (isFunction(node)) return this.#scopeOfFunction(node, outer)
    const statements = statementsOf(node)
    if (statements.length === 0) return outer
    // The scope of a whole script is the one it was given: templates beside it see its names.
    const scope = node.type === 'Program' ? outer : new Scope(outer)
    scope.declareAll(statements)
    return scope
  }

  #scopeOfFunction(node: Node, outer: Scope): Scope {
    const scope = new Scope(outer)
    const parameters = nodesAt(node, 'params')
    scope.declareParameters(parameters)
    const given = this.#given.get(node)
    const name = nameOf(parameters[0])
    if (given && name !== undefined) scope.set(name, given)
    return scope
  }
}

function statementsOf(node: Node): readonly Node[] {
  switch (node.type) {
    case 'Program':
    case 'BlockStatement':
    case 'StaticBlock':
    case 'TSModuleBlock':
      return nodesAt(node, 'body')
    case 'SwitchStatement':
      return nodesAt(node, 'cases').flatMap((one) => nodesAt(one, 'consequent'))
    case 'ForStatement':
      return [nodeAt(node, 'init') ?? []].flat()
    case 'ForInStatement':
    case 'ForOfStatement':
      return [nodeAt(node, 'left') ?? []].flat()
    default:
      return []
  }
}

/**
 * Most are of no interest by their name alone, so the rest is looked at when somebody asks. A class, because getters of an
 * object that is written where it is used keep all that they see until the whole heap is cleaned: with 1,300 files that was
 * a quarter of the time.
 */
class JsxElement implements Element {
  readonly name: string
  readonly node: Node
  readonly #opening: Node | undefined

  constructor(node: Node) {
    this.node = node
    this.#opening = nodeAt(node, 'openingElement')
    this.name = elementName(nodeAt(this.#opening, 'name'))
  }

  get attributes() {
    return new Map(nodesAt(this.#opening, 'attributes').flatMap(attributeOf))
  }

  get hasMore() {
    return nodesAt(this.#opening, 'attributes').some(({ type }) => type === 'JSXSpreadAttribute')
  }

  get children() {
    return nodesAt(this.node, 'children')
  }
}

function attributeOf(node: Node): (readonly [string, Node | undefined])[] {
  const name = nameOf(nodeAt(node, 'name'))
  return name === undefined ? [] : [[name, bare(nodeAt(node, 'value'))]]
}

const elementName = (name: Node | undefined): string =>
  name?.type === 'JSXMemberExpression' ? elementName(nodeAt(name, 'property')) : (nameOf(name) ?? '')
