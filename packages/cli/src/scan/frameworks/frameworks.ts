import type { Config } from '../../config/config.ts'
import { custom } from './custom.ts'
import type { Framework } from './framework.ts'
import { i18next } from './i18next.ts'
import { reactIntl } from './react-intl.ts'
import { vueI18n } from './vue-i18n.ts'

const known: Readonly<Record<string, Framework>> = { i18next, 'react-intl': reactIntl, 'vue-i18n': vueI18n }

/** The one that was named, i18next where none was, and functions and components of one's own beside it. */
export function frameworksFor({ framework, functions = [], components = {} }: Config['scan']): readonly Framework[] {
  const own = functions.length > 0 || Object.keys(components).length > 0 ? [custom(functions, components)] : []
  const named = known[framework ?? 'i18next']
  return named ? [named, ...own] : own
}
