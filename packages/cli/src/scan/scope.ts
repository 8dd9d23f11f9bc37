import { bare, itemsAt, type Node, nameOf, nodeAt, nodesAt, propertyName } from './tree.ts'

/** What a name stands for, as far as the file tells. */
export interface Binding {
  kind: 'constant' | 'variable' | 'parameter' | 'import' | 'function'
  /** What it was made from, in the scope where that stands. */
  init?: Node
  scope: Scope
  /** Taken out of `init` under this name, or at this place of an array. */
  member?: string
  /** What the whole, of which `member` may be taken, is said to be. */
  type?: Node
}

/** The names of a file, a function or a block. */
export class Scope {
  readonly #parent: Scope | undefined
  readonly #names = new Map<string, Binding>()
  readonly #types = new Map<string, Node>()

  constructor(parent?: Scope) {
    this.#parent = parent
  }

  find(name: string): Binding | undefined {
    return this.#names.get(name) ?? this.#parent?.find(name)
  }

  /** An interface, or another name of a type, that the file declares. */
  findType(name: string): Node | undefined {
    return this.#types.get(name) ?? this.#parent?.findType(name)
  }

  /** What a name is told to be from outside, such as the parameter of a function that somebody calls. */
  set(name: string, binding: Binding): void {
    this.#names.set(name, binding)
  }

  /** All that statements name, before they are looked at: what stands below is known above. */
  declareAll(statements: readonly Node[]): void {
    for (const statement of statements) {
      const isExported = statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration'
      this.#declare(isExported ? (nodeAt(statement, 'declaration') ?? statement) : statement)
    }
  }

  declareParameters(parameters: readonly Node[]): void {
    for (const parameter of parameters) this.#take(parameter, { kind: 'parameter', scope: this })
  }

  #declare(statement: Node): void {
    switch (statement.type) {
      case 'VariableDeclaration': {
        const kind = statement['kind'] === 'const' ? 'constant' : 'variable'
        for (const one of nodesAt(statement, 'declarations')) {
          const init = nodeAt(one, 'init')
          const id = nodeAt(one, 'id')
          if (id) this.#take(id, { kind, scope: this, ...(init ? { init } : {}) })
        }
        return
      }
      case 'TSEnumDeclaration':
        this.#name(nodeAt(statement, 'id'), { kind: 'constant', init: statement, scope: this })
        return
      case 'TSInterfaceDeclaration':
      case 'TSTypeAliasDeclaration': {
        const name = nameOf(nodeAt(statement, 'id'))
        if (name !== undefined) this.#types.set(name, statement)
        return
      }
      case 'FunctionDeclaration':
      case 'ClassDeclaration':
        this.#name(nodeAt(statement, 'id'), { kind: 'function', scope: this })
        return
      case 'ImportDeclaration':
        for (const one of nodesAt(statement, 'specifiers'))
          this.#name(nodeAt(one, 'local'), { kind: 'import', scope: this })
    }
  }

  #name(id: Node | undefined, binding: Binding): void {
    const name = nameOf(id)
    if (name !== undefined) this.#names.set(name, binding)
  }

  /** The names of a pattern: `{ t: tr }`, `[t]`, `t = other`. What lies deeper than one step is only known to be there. */
  #take(pattern: Node, given: Binding): void {
    const type = nodeAt(nodeAt(pattern, 'typeAnnotation'), 'typeAnnotation')
    const binding = type ? { ...given, type } : given
    const { init: _, ...vague } = binding
    switch (pattern.type) {
      case 'Identifier':
        this.#name(pattern, binding)
        return
      case 'AssignmentPattern': {
        const left = nodeAt(pattern, 'left')
        if (left) this.#take(left, { ...binding, kind: binding.kind === 'constant' ? 'variable' : binding.kind })
        return
      }
      case 'TSParameterProperty':
      case 'RestElement': {
        const inner = nodeAt(pattern, 'argument') ?? nodeAt(pattern, 'parameter')
        if (inner) this.#take(inner, { ...vague, kind: 'parameter' })
        return
      }
      case 'ArrayPattern':
        for (const [at, item] of itemsAt(pattern, 'elements').entries())
          if (item) this.#take(item, step(binding, String(at)))
        return
      case 'ObjectPattern':
        for (const property of nodesAt(pattern, 'properties')) {
          const name = propertyName(property)
          const value = nodeAt(property, 'value') ?? nodeAt(property, 'argument')
          if (value) this.#take(value, step(binding, name))
        }
    }
  }
}

function step(binding: Binding, member: string | undefined): Binding {
  if (member !== undefined && binding.member === undefined) return { ...binding, member }
  return { kind: binding.kind === 'constant' ? 'variable' : binding.kind, scope: binding.scope }
}

/** What an unchanging name was made from, and where; undefined where the file does not tell. */
export function constantOf(node: Node | undefined, scope: Scope): Binding | undefined {
  const name = nameOf(bare(node))
  const binding = name === undefined ? undefined : scope.find(name)
  return binding?.kind === 'constant' && binding.init ? binding : undefined
}
