import { ANY, exact, isExact, joined, type Pattern, splitAt } from '../pattern.ts'
import type { Scope } from '../scope.ts'
import { bare, isFunction, memberName, type Node, nameOf, nodeAt, nodesAt, propertyName } from '../tree.ts'
import type { NamespaceName } from '../use.ts'
import { objectOf, textsOf } from '../values.ts'
import type { Element, Framework, Walk } from './framework.ts'
import { namespaceOf, prefixOf, type Translator } from './translator.ts'
import { translatorOf, withPrefix } from './translators.ts'

export const i18next: Framework = {
  call(call, scope, walk) {
    const translator = translatorOf(nodeAt(call, 'callee'), scope)
    const [key, ...rest] = nodesAt(call, 'arguments')
    if (!translator || !key) return
    addKeys(walk, { key, whole: call, scope, translator, options: optionsOf(rest, scope) })
  },
  element(element, scope, walk) {
    if (element.name === 'Trans') addTrans(element, scope, walk)
    else if (element.name === 'Translation') giveTranslator(element, scope, walk)
  },
}

/** What stands beside a key and says which one it becomes. */
type Options = ReadonlyMap<string, Node | undefined> & { hasMore?: boolean }

interface Asked {
  key: Node
  whole: Node
  scope: Scope
  translator: Translator
  options: Options
}

function addKeys(walk: Walk, asked: Asked): void {
  for (const alternatives of keysOf(asked.key, asked.scope)) addUse(walk, asked, alternatives)
}

/** Each key that is asked for, with those that stand in for it. */
function keysOf(given: Node, scope: Scope): Pattern[][] {
  const key = bare(given)
  if (isFunction(key)) return [[selected(key, scope)]]
  const list = objectOf(key, scope)
  if (list?.object.type === 'ArrayExpression') {
    const items = nodesAt(list.object, 'elements').flatMap((item) => textsOf(item, list.scope))
    return items.length > 0 ? [items] : []
  }
  return textsOf(key, scope).map((text) => [text])
}

/** `$ => $.a.b` */
function selected(selector: Node, scope: Scope): Pattern {
  const root = nameOf(nodesAt(selector, 'params')[0])
  const steps: Pattern[] = []
  let body = nodeAt(selector, 'body')
  if (body?.type === 'BlockStatement') body = nodeAt(nodesAt(body, 'body').at(-1), 'argument')
  let at = bare(body)
  while (at?.type === 'MemberExpression') {
    const name = memberName(at)
    const texts = name === undefined ? textsOf(nodeAt(at, 'property'), scope) : [exact(name)]
    steps.unshift(texts.length === 1 ? (texts[0] ?? ANY) : ANY)
    at = bare(nodeAt(at, 'object'))
  }
  if (root === undefined || nameOf(at) !== root || steps.length === 0) return ANY
  return joined(...steps.flatMap((step, index) => (index === 0 ? [step] : [exact('.'), step])))
}

function addUse(walk: Walk, { key, whole, scope, translator, options }: Asked, alternatives: Pattern[]): void {
  const contexts = options.has('context') ? textsOf(options.get('context'), scope) : []
  let namespace: NamespaceName = options.has('ns') ? namespaceOf(options.get('ns'), scope) : translator.namespace
  const prefix = options.has('keyPrefix') ? prefixOf(options.get('keyPrefix'), scope) : translator.prefix
  const ways: Pattern[] = []
  for (const text of alternatives) {
    const parts = splitAt(text, ':')
    if (parts) namespace = isExact(parts[0]) ? parts[0][0] : null
    const name = withPrefix(prefix, parts ? parts[1] : text, joined)
    for (const context of contexts) ways.push(joined(name, exact('_'), context))
    if (options.has('returnObjects')) ways.push(joined(name, exact('.'), ANY))
    ways.push(name)
  }
  const quiet = options.hasMore ? { quiet: ways.map((way) => joined(way, exact('_'), ANY)) } : {}
  const endings = options.has('count') ? { endings: PLURALS } : {}
  walk.add(key, whole, { namespace, ways, ...quiet, ...endings })
}

const FORMS = ['zero', 'one', 'two', 'few', 'many', 'other']
/** A project may hold forms as keys of their own. */
const PLURALS = [...FORMS, ...FORMS.map((form) => `ordinal_${form}`), 'plural'].map((form) => `_${form}` as const)

/** Of `t(key, options)` and `t(key, 'default', options)`. */
function optionsOf(rest: readonly Node[], scope: Scope): Options {
  const options: Map<string, Node | undefined> & { hasMore?: boolean } = new Map()
  for (const argument of rest) {
    const found = objectOf(argument, scope)
    if (!found && !isText(argument)) options.hasMore = true
    for (const property of nodesAt(found?.object, 'properties')) {
      const name = propertyName(property)
      if (name === undefined) options.hasMore = true
      else options.set(name, nodeAt(property, 'value'))
    }
  }
  return options
}

const isText = (node: Node) => /^(Literal|TemplateLiteral|BinaryExpression)$/.test(bare(node)?.type ?? '')

/** `<Trans i18nKey ns t count context>` */
function addTrans({ attributes, hasMore, children, node }: Element, scope: Scope, walk: Walk): void {
  const own = attributes.get('t')
  const translator = (own && translatorOf(own, scope)) || { namespace: undefined, prefix: undefined }
  const options: Map<string, Node | undefined> & { hasMore?: boolean } = new Map(attributes)
  const more = objectOf(attributes.get('tOptions'), scope)
  for (const property of nodesAt(more?.object, 'properties')) {
    const name = propertyName(property)
    if (name !== undefined) options.set(name, nodeAt(property, 'value'))
  }
  if (hasMore) options.hasMore = true
  const key = attributes.get('i18nKey')
  if (key) addKeys(walk, { key, whole: node, scope, translator, options })
  else addUse(walk, { key: node, whole: node, scope, translator, options }, [textWithin(children)])
}

/** Without a key the text is the key; markup in it makes it one that only runs can tell. */
function textWithin(children: readonly Node[]): Pattern {
  const isPlain = children.length > 0 && children.every(({ type }) => type === 'JSXText')
  return isPlain
    ? exact(
        children
          .map(({ value }) => String(value))
          .join('')
          .replaceAll(/\s+/g, ' ')
          .trim(),
      )
    : ANY
}

/** `<Translation ns keyPrefix>{(t) => …}</Translation>` */
function giveTranslator({ attributes, children }: Element, scope: Scope, walk: Walk): void {
  const prefix = attributes.get('keyPrefix')
  const properties = prefix
    ? [{ type: 'Property', key: { type: 'Identifier', name: 'keyPrefix' }, value: prefix } satisfies Node]
    : []
  const init: Node = {
    type: 'CallExpression',
    callee: { type: 'Identifier', name: 'useTranslation' },
    arguments: [
      attributes.get('ns') ?? { type: 'Identifier', name: 'undefined' },
      { type: 'ObjectExpression', properties },
    ],
  }
  for (const child of children) {
    const called = bare(child)
    if (isFunction(called)) walk.give(called, { kind: 'constant', init, member: 't', scope })
  }
}
