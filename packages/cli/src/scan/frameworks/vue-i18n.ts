import { ANY, exact, joined } from '../pattern.ts'
import type { Scope } from '../scope.ts'
import { bare, type Node, nodesAt } from '../tree.ts'
import { objectOf, textsOf } from '../values.ts'
import type { Framework, Walk } from './framework.ts'
import { calleeName, optionOf } from './translators.ts'

const ASKS = new Set(['t', '$t', 'tc', '$tc'])
const LOOKS = new Set(['te', '$te'])
const TAKES_BRANCHES = new Set(['tm', '$tm'])
const COMPONENTS: ReadonlyMap<string, string> = new Map([
  ['i18n-t', 'keypath'],
  ['I18nT', 'keypath'],
  ['Translation', 'keypath'],
  ['i18n', 'path'],
])

export const vueI18n: Framework = {
  call(call, scope, walk) {
    const name = calleeName(call) ?? ''
    const [key] = nodesAt(call, 'arguments')
    if (!key) return
    if (ASKS.has(name)) addKeys(key, call, scope, walk)
    else if (LOOKS.has(name)) addKeys(key, call, scope, walk, { isOptional: true })
    else if (TAKES_BRANCHES.has(name))
      for (const text of textsOf(key, scope))
        walk.add(key, call, { namespace: undefined, ways: [joined(text, exact('.'), ANY), text] })
  },
  element({ name, attributes, node }, scope, walk) {
    const key = attributes.get(COMPONENTS.get(name) ?? '')
    if (key) addKeys(key, node, scope, walk)
    const directive = attributes.get('v-t')
    if (!directive) return
    const path = objectOf(bare(directive), scope) ? optionOf(directive, 'path', scope) : directive
    if (path) addKeys(path, node, scope, walk)
  },
}

function addKeys(key: Node, whole: Node, scope: Scope, walk: Walk, more: { isOptional?: boolean } = {}): void {
  for (const way of textsOf(key, scope)) walk.add(key, whole, { namespace: undefined, ways: [way], ...more })
}
