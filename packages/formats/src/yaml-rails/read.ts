import type { Format } from '../format.ts'
import { readTree, type YamlTree } from '../yaml/read-yaml.ts'
import { isLocaleName, localeOfName } from './rails-locale.ts'
import { railsPlural } from './rails-plurals.ts'

/** Locales at the top, texts with plurals below. */
export const RAILS: YamlTree = { syntax: 'ruby', localeOf: localeOfName, isLocale: isLocaleName, pluralOf: railsPlural }

export const readRails: Format['read'] = (bytes, options) => readTree(bytes, options, RAILS)
