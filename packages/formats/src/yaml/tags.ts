import type { ScalarType } from '../tree/outline.ts'

const PREFIX = /^!(?:!|<tag:yaml\.org,2002:)(\w+)>?$/

const TYPES: ReadonlyMap<string, ScalarType> = new Map([
  ['str', 'text'],
  ['timestamp', 'text'],
  ['int', 'number'],
  ['float', 'number'],
  ['bool', 'boolean'],
  ['null', 'null'],
])
const COLLECTIONS = new Set(['map', 'seq', 'omap', 'pairs', 'set'])

const nameOf = (tag: string) => PREFIX.exec(tag)?.[1]

/** What a scalar with a tag is; undefined for what only a program knows, as objects of Ruby. */
export function typeByTag(tag: string): ScalarType | undefined {
  return tag === '!' ? 'text' : TYPES.get(nameOf(tag) ?? '')
}

export const isPlainCollection = (tag: string | undefined) =>
  tag === undefined || tag === '!' || COLLECTIONS.has(nameOf(tag) ?? '')
