import type { Case } from './case.ts'

const PLURAL = '{n, plural, one {# file} other {# files}}'

export const icuSyntax: readonly Case[] = [
  // Whoever writes braces into a text without arguments means braces.
  ['de', 'Hello', 'Hallo {', []],
  ['de', 'Hello {', 'Hallo {', []],
  ['de', 'Hello {name', 'Hallo {name', []],
  ['de', 'a < b', 'a < b {', []],
  ['en', '', 'Hello {name', []],
  ['de', 'Hello {name}', 'a < b {name} <b>', []],
  ['de', 'Hello %s', 'Hallo {name', [], { syntax: 'printf' }],
  ['de', PLURAL, '{n, plural, one {x}', [], { syntax: 'printf', isPlural: true }],
  ['de', 'Hello {name}', "Hallo '{name", []],
  ['de', '{d, date, ::yMMMd} {n, number, ::currency/EUR}', '{d, date, ::yMMMd} {n, number, ::.00}', []],
  ['de', 'Hello {name}', 'Hallo {name', [{ branch: null, params: {}, at: null, fix: null }]],
  ['de', 'Hello {name}', 'Hallo {}', [{}]],
  ['de', 'A <b>bold</b> word', 'Ein {', [{}]],
  ['de', PLURAL, '{n, plural, one {# Datei}}', [{}]],
  ['de', 'Hello', '{', [{}], { isPlural: true }],
  ['en', '', '{n, plural, one {#}}', [{}], { isPlural: true }],
  ['de', 'Hello {name}', '{name, number, ::}', [{}]],
  ['de', 'Hello {name}', '{name, date, ::jj}', []],
  ['de', 'Hello {name}', '{name, date, ::Y}', [{}]],
]
