import {
  type AttributeNode,
  type DirectiveNode,
  type ElementNode,
  NodeTypes,
  parse,
  type RootNode,
  type TemplateChildNode,
} from '@vue/compiler-dom'
import type { Comment } from './comments.ts'
import type { Element } from './frameworks/framework.ts'
import { Scope } from './scope.ts'
import { parseCode, parseScript } from './script.ts'
import { type Node, nodesAt } from './tree.ts'
import { unreadIn } from './use.ts'
import type { Walk } from './walk.ts'

/** Scripts first: what they name is known in the template. */
export function walkVue(source: string, walk: Walk): readonly Comment[] {
  const comments: Comment[] = []
  const root = parse(source, { parseMode: 'sfc', comments: true, onError: fail })
  const scope = new Scope()
  const blocks = root.children.filter((child) => child.type === NodeTypes.ELEMENT)
  for (const block of blocks) if (block.tag === 'script') walkScript(block, scope, walk, comments)
  for (const child of root.children) {
    if (child.type === NodeTypes.COMMENT) comments.push(commentOf(child))
    else if (child.type === NodeTypes.ELEMENT && child.tag === 'template') {
      const unreadable = unreadableTemplate(child)
      if (unreadable) walk.addUnread(unreadable, pointOf(child.loc.start))
      else new Template(walk, comments).children(child.children, scope)
    }
  }
  return comments
}

function unreadableTemplate(template: ElementNode): string | undefined {
  const language = attribute(template, 'lang') ?? 'html'
  if (language !== 'html') return unreadIn(language)
  const elsewhere = attribute(template, 'src')
  return elsewhere && `The template in ${elsewhere} is not read: it may use any key.`
}

function fail({ message, loc }: { message: string; loc?: RootNode['loc'] }): never {
  throw Object.assign(new Error(message), loc ? place({ loc }) : {})
}

const place = ({ loc }: { loc: RootNode['loc'] }) => ({
  loc: { line: loc.start.line, column: loc.start.column - 1 },
})

const attribute = ({ props }: ElementNode, name: string) =>
  props.find((prop): prop is AttributeNode => prop.type === NodeTypes.ATTRIBUTE && prop.name === name)?.value?.content

function walkScript(block: ElementNode, scope: Scope, walk: Walk, comments: Comment[]): void {
  const [text] = block.children
  if (text?.type !== NodeTypes.TEXT) return
  const { start } = text.loc
  const script = parseScript(text.loc.source, `.${attribute(block, 'lang') ?? 'js'}`, pointOf(start))
  comments.push(...script.comments)
  walk.visit(script.program, scope)
}

const pointOf = ({ line, column }: RootNode['loc']['start']) => ({ line, column: column - 1 })

const commentOf = ({ content, loc }: { content: string; loc: RootNode['loc'] }): Comment => ({
  text: content,
  at: loc.start,
  end: loc.end.line,
})

class Template {
  readonly #walk: Walk
  readonly #comments: Comment[]

  constructor(walk: Walk, comments: Comment[]) {
    this.#walk = walk
    this.#comments = comments
  }

  children(nodes: readonly TemplateChildNode[], scope: Scope): void {
    for (const node of nodes) {
      if (node.type === NodeTypes.ELEMENT) this.#element(node, scope)
      else if (node.type === NodeTypes.COMMENT) this.#comments.push(commentOf(node))
      else if (node.type === NodeTypes.INTERPOLATION) this.#code(codeOf(node.content), scope)
    }
  }

  #element(node: ElementNode, outer: Scope): void {
    const scope = new Scope(outer)
    const directives = node.props.filter((prop): prop is DirectiveNode => prop.type === NodeTypes.DIRECTIVE)
    for (const directive of directives) this.#declare(directive, scope)
    const attributes = new Map<string, Node | undefined>()
    let hasMore = false
    for (const prop of node.props) {
      if (prop.type === NodeTypes.ATTRIBUTE) attributes.set(prop.name, prop.value && literal(prop.value))
      else {
        const own = prop.forParseResult ? codeOf(prop.forParseResult.source) : prop.exp && codeOf(prop.exp)
        const code = prop.name === 'slot' ? undefined : this.#code(own, scope)
        const argument =
          prop.arg?.type === NodeTypes.SIMPLE_EXPRESSION && prop.arg.isStatic ? prop.arg.content : undefined
        if (prop.name === 'bind' && argument !== undefined) attributes.set(argument, code)
        else if (prop.name === 'bind') hasMore = true
        else attributes.set(`v-${prop.name}`, code)
      }
    }
    const element: Element = {
      name: node.tag,
      attributes,
      hasMore,
      children: [],
      node: { type: 'Element', loc: locOf(node) },
    }
    this.#walk.element(element, scope)
    this.children(node.children, scope)
  }

  /** Names that `v-for` and slots bring. */
  #declare({ name, forParseResult, exp }: DirectiveNode, scope: Scope): void {
    const named = forParseResult
      ? [forParseResult.value, forParseResult.key, forParseResult.index]
      : [name === 'slot' ? exp : undefined]
    const patterns = named.flatMap((one) => (one ? [codeOf(one).text] : []))
    if (patterns.length === 0) return
    const called = parseCode(`(${patterns.join(', ')}) => 0`, { line: 1, column: 0 })
    scope.declareParameters(nodesAt(called, 'params'))
  }

  #code(code: Code | undefined, scope: Scope): Node | undefined {
    if (code === undefined || code.text.trim() === '') return undefined
    const node = parseCode(code.text, code.start)
    this.#walk.visit(node, scope)
    return node
  }
}

interface Code {
  text: string
  start: { line: number; column: number }
}

const codeOf = (expression: { loc: RootNode['loc']; content?: unknown }): Code => ({
  text: typeof expression.content === 'string' ? expression.content : expression.loc.source,
  start: pointOf(expression.loc.start),
})

const locOf = ({ loc }: { loc: RootNode['loc'] }) => ({ start: pointOf(loc.start), end: pointOf(loc.end) })

const literal = (value: { content: string; loc: RootNode['loc'] }): Node => ({
  type: 'Literal',
  value: value.content,
  loc: locOf(value),
})
