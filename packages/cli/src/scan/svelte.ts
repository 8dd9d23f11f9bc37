import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Comment } from './comments.ts'
import { Scope } from './scope.ts'
import { isNode, type Node, nodeAt, nodesAt } from './tree.ts'
import { unreadIn } from './use.ts'
import type { Walk } from './walk.ts'

type Parse = (source: string, options: { modern: true; filename: string }) => unknown

/** The compiler of the project itself: it is of the version that its components are written for. */
export async function svelteParser(file: string): Promise<Parse> {
  try {
    const path = createRequire(resolve(file)).resolve('svelte/compiler')
    const module = (await import(pathToFileURL(path).href)) as { parse?: Parse; default: { parse: Parse } }
    return module.parse ?? module.default.parse
  } catch (error) {
    throw new Error('Components of Svelte are read by the compiler of the project: install svelte.', { cause: error })
  }
}

/** Scripts first: what they name is known in the markup. */
export function walkSvelte(source: string, parse: Parse, filename: string, walk: Walk): readonly Comment[] {
  const root = parse(source, { modern: true, filename }) as Node
  const scope = new Scope()
  const lines = linesOf(source)
  const comments: Comment[] = []
  for (const script of [nodeAt(root, 'module'), nodeAt(root, 'instance')]) {
    const program = nodeAt(script, 'content')
    if (program) walk.visit(program, scope)
  }
  for (const comment of Array.isArray(root['comments']) ? root['comments'] : []) comments.push(scriptComment(comment))
  const fragment = nodeAt(root, 'fragment')
  if (fragment) visitMarkup(fragment, { scope, walk, lines, comments })
  return comments
}

interface Markup {
  scope: Scope
  walk: Walk
  lines: (offset: number) => { line: number; column: number }
  comments: Comment[]
}

function visitMarkup(node: Node, markup: Markup): void {
  const { walk, comments, lines } = markup
  if (node.type === 'Comment') {
    const at = lines(Number(node['start']))
    comments.push({
      text: String(node['data']),
      at: { line: at.line, column: at.column + 1 },
      end: lines(Number(node['end'])).line,
    })
    return
  }
  const scope = scopeOf(node, markup.scope)
  const inner = { ...markup, scope }
  if (isElement(node)) {
    const element = elementOf(node, lines)
    const language = node['name'] === 'template' ? element.attributes.get('lang')?.['value'] : undefined
    if (typeof language === 'string' && language !== 'html') {
      walk.addUnread(unreadIn(language), element.node.loc.start)
      return
    }
    walk.element(element, scope)
  }
  for (const field in node) {
    for (const child of [node[field]].flat()) {
      if (!isNode(child) || field === 'context' || field === 'metadata') continue
      if (isMarkup(child)) visitMarkup(child, inner)
      else walk.visit(child, scope)
    }
  }
}

/** Nodes of markup have names that no script has. */
const MARKUP =
  /^(Fragment|Text|ExpressionTag|HtmlTag|ConstTag|DebugTag|RenderTag|AttachTag|Attribute|SpreadAttribute|Comment|Root)$|Block$|Directive$|^(RegularElement|Component|TitleElement|SlotElement)$|^Svelte/

const isMarkup = ({ type }: Node) => type !== 'BlockStatement' && MARKUP.test(type)
const isElement = ({ type }: Node) => /^(RegularElement|Component|SvelteComponent|SvelteElement)$/.test(type)

/** Names that `{#each}`, `{#await}`, `{#snippet}` and `{@const}` bring. */
function scopeOf(node: Node, outer: Scope): Scope {
  const names = [nodeAt(node, 'context'), nodeAt(node, 'value'), nodeAt(node, 'error'), ...nodesAt(node, 'parameters')]
  const constants = nodesAt(node, 'nodes').flatMap((one) => nodeAt(one, 'declaration') ?? [])
  const isBlock = /^(EachBlock|AwaitBlock|SnippetBlock)$/.test(node.type)
  if (!isBlock && constants.length === 0) return outer
  const scope = new Scope(outer)
  if (isBlock) scope.declareParameters(names.filter((name) => name !== undefined))
  scope.declareAll(constants)
  return scope
}

function elementOf(node: Node, lines: Markup['lines']) {
  const own = nodesAt(node, 'attributes')
  const attributes = new Map(
    own.flatMap((one) => (one.type === 'Attribute' ? [[String(one['name']), expressionOf(one, lines)] as const] : [])),
  )
  const start = lines(Number(node['start']))
  return {
    name: String(node['name']),
    attributes,
    hasMore: own.some(({ type }) => type === 'SpreadAttribute'),
    children: [],
    node: { type: 'Element', loc: { start, end: start } },
  }
}

/** One expression for all parts of `a="x{y}z"`. */
function expressionOf(attribute: Node, lines: Markup['lines']): Node | undefined {
  const parts = [attribute['value']].flat().filter(isNode)
  const nodes = parts.map((part): Node | undefined => {
    const start = lines(Number(part['start']))
    return part.type === 'Text'
      ? { type: 'Literal', value: part['data'], loc: { start, end: start } }
      : nodeAt(part, 'expression')
  })
  return (
    nodes.reduce(
      (left, right) =>
        left && right ? { type: 'BinaryExpression', operator: '+', left, right, loc: left.loc ?? null } : undefined,
      undefined as Node | undefined,
    ) ?? nodes[0]
  )
}

function scriptComment({ value, loc }: { value: string; loc: NonNullable<Node['loc']> }): Comment {
  return { text: value, at: { line: loc.start.line, column: loc.start.column + 1 }, end: loc.end.line }
}

function linesOf(source: string): Markup['lines'] {
  const starts = [0]
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let line = starts.findLastIndex((start) => start <= offset)
    if (line < 0) line = 0
    return { line: line + 1, column: offset - (starts[line] ?? 0) }
  }
}
