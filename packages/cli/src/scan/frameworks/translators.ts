import { exact, type Pattern } from '../pattern.ts'
import type { Binding, Scope } from '../scope.ts'
import { bare, memberName, type Node, nameOf, nodeAt, nodesAt, propertyName } from '../tree.ts'
import { typeOf } from '../types.ts'
import { objectOf } from '../values.ts'
import { namespaceOf, prefixOf, type Translator } from './translator.ts'
import { translatorOfType } from './typed-translators.ts'

const DEFAULT: Translator = { namespace: undefined, prefix: undefined }
/** It was made elsewhere. */
const UNKNOWN: Translator = { namespace: null, prefix: undefined }

const INSTANCES = new Set(['i18n', 'i18next', '$i18n', 'i18nInstance'])
const NAMES = new Set(['t', '$t'])
const DEEPEST = 8

/** Which `t` is called; undefined where that is none. */
export function translatorOf(given: Node | undefined, scope: Scope, depth = 0): Translator | undefined {
  const node = bare(given)
  if (!node || depth > DEEPEST) return undefined
  if (node.type === 'CallExpression') return fixed(node, scope)
  if (node.type === 'MemberExpression') {
    const object = nodeAt(node, 'object')
    const typed = typedTranslator(object, scope, memberName(node))
    return typed ?? (NAMES.has(memberName(node) ?? '') ? instanceOf(object, scope, depth + 1) : undefined)
  }
  const name = nameOf(node)
  if (name === undefined) return undefined
  const binding = scope.find(name)
  const own = binding?.init && translatorIn(binding, binding.init, depth)
  const known = own ?? typedTranslator(node, scope)
  if (known) return known
  if (!NAMES.has(name)) return undefined
  const isFromOutside = binding?.kind === 'parameter' || binding?.member !== undefined
  return isFromOutside ? UNKNOWN : DEFAULT
}

/** What a name, or a member of it, is said to be: `t: TFunction<'ns'>`. */
function typedTranslator(given: Node | undefined, scope: Scope, member?: string): Translator | undefined {
  const name = nameOf(bare(given))
  const binding = name === undefined ? undefined : scope.find(name)
  return binding && translatorOfType(typeOf(binding, member), binding.scope)
}

/** What a name was made from: `const { t } = useTranslation()`, `const t = i18n.getFixedT()`, `const tr = t`. */
function translatorIn({ member, scope }: Binding, init: Node, depth: number): Translator | undefined {
  if (member === undefined) return translatorOf(init, scope, depth + 1)
  return NAMES.has(member) || member === '0' ? hooked(init, scope, depth + 1) : undefined
}

/** Of the object before `.t`. */
function instanceOf(given: Node | undefined, scope: Scope, depth: number): Translator {
  const node = bare(given)
  const name = node?.type === 'MemberExpression' ? memberName(node) : nameOf(node)
  const binding = node?.type === 'Identifier' && name !== undefined ? scope.find(name) : undefined
  const made = binding?.init && binding.member === undefined ? hooked(binding.init, binding.scope, depth) : undefined
  const called = made ?? (node?.type === 'CallExpression' ? hooked(node, scope, depth) : undefined)
  return called ?? (name !== undefined && INSTANCES.has(name) ? DEFAULT : UNKNOWN)
}

/** What a hook gives: `useTranslation(ns, { keyPrefix })`. */
function hooked(given: Node, scope: Scope, depth: number): Translator | undefined {
  const node = bare(given)
  if (!node || depth > DEEPEST) return undefined
  if (INSTANCES.has(nameOf(node) ?? '')) return DEFAULT
  if (calleeName(node) !== 'useTranslation') return undefined
  const [namespace, options] = nodesAt(node, 'arguments')
  return { namespace: namespaceOf(namespace, scope), prefix: prefixOf(optionOf(options, 'keyPrefix', scope), scope) }
}

/** `getFixedT(language, ns, prefix)` */
function fixed(node: Node, scope: Scope): Translator | undefined {
  if (calleeName(node) !== 'getFixedT') return undefined
  const [, namespace, prefix] = nodesAt(node, 'arguments')
  return { namespace: namespaceOf(namespace, scope), prefix: prefixOf(prefix, scope) }
}

export function calleeName(node: Node): string | undefined {
  if (node.type !== 'CallExpression') return undefined
  const callee = bare(nodeAt(node, 'callee'))
  return callee?.type === 'MemberExpression' ? memberName(callee) : nameOf(callee)
}

/** Of an object that stands here or is a constant of the file. */
export function optionOf(options: Node | undefined, name: string, scope: Scope): Node | undefined {
  const found = objectOf(options, scope)
  const property = found && nodesAt(found.object, 'properties').find((one) => propertyName(one) === name)
  return nodeAt(property, 'value')
}

export const withPrefix = (prefix: Pattern | undefined, key: Pattern, join: (...parts: Pattern[]) => Pattern) =>
  prefix === undefined ? key : join(prefix, exact('.'), key)
