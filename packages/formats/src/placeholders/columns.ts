import type { Syntax } from '@parlance/contract/syntaxes'
import { I18NEXT_STYLES } from '../i18next-v4/styles.ts'
import type { OwnStyle, Style } from './text.ts'

/** What a syntax may know an argument by. */
export interface Known {
  name: string
  position: number
  /** Whether positions have to be written where the syntax can do without. */
  isNumbered: boolean
}

/** How a syntax spells placeholders and text beside them. */
export interface Column {
  /** Undefined: it has no words for that. */
  spell(argument: Known, style: Style): string | undefined
  /** Whether arguments have no names there. */
  isPositional: boolean
  /** The number of the first position. */
  first: 0 | 1
  /** What it calls whatever a plural counts, where programs know one name for it only. */
  counted?: string
  /**
   * A placeholder that can be converted, of all that the checks find. Groups: `name` or `other`, or `at` for a position;
   * `number`, `decimal` or `count` for its style, or `own` for one of its own.
   */
  pattern: RegExp
  ownStyles?: ReadonlyMap<string, OwnStyle>
  /** Doubled beside placeholders. */
  doubled: '' | '%' | '{}'
  /** What programs take for a placeholder though neither the checks nor the table know it: such texts stay whole. */
  foreign?: RegExp
}

const FLAGS = "[-+0#',]{0,4}\\d{0,5}(?:\\.\\d{0,5})?(?:hh?|ll?|[qLztj])?"

/** Conversions with none of the letters of the table; `100%off` is none. Any position is one. */
const conversions = (letters: string, more = '') =>
  new RegExp(`%${FLAGS}[${letters}](?![A-Za-z0-9])|%\\d{1,5}\\$${more}`)

const printfLike = (letters: { plain: string; number: string }, numbers: string, foreign: RegExp): Column => ({
  spell({ position, isNumbered }, style) {
    const at = isNumbered ? `${position}$` : ''
    return `%${at}${style === 'decimal' ? '.2f' : letters[style === 'plain' ? 'plain' : 'number']}`
  },
  isPositional: true,
  first: 1,
  pattern: new RegExp(`^%(?:(?<at>\\d+)\\$)?(?:${letters.plain}|(?<number>${numbers})|(?<decimal>\\.2l?f))$`),
  doubled: '%',
  foreign,
})

const NUMBERS = '(?:hh?|ll?|[qztj])?[diu]'
const printf = printfLike({ plain: 's', number: 'd' }, NUMBERS, conversions('aAcCeEFgGnopSxX@'))

const i18next: Column = {
  spell({ name }, style) {
    if (style === 'decimal') return undefined
    return `{{${name}${style === 'number' ? ', number' : ''}}}`
  },
  isPositional: false,
  first: 1,
  counted: 'count',
  pattern: /^\{\{\s*(?<name>[^\s{},]+)\s*(?:,\s*(?<number>number)\s*)?\}\}$/,
  doubled: '',
  // It looks for the first two braces there are, so that a third before them becomes part of a name.
  foreign: /\$t\(|\{\{|\{$/,
}

const COLUMNS: Partial<Record<Syntax, Column>> = {
  printf,
  php: printfLike({ plain: 's', number: 'd' }, NUMBERS, conversions('bceEFgGhHoxX@')),
  java: printfLike(
    { plain: 's', number: 'd' },
    'd',
    conversions('aAbBcCeEgGhHnoSxX@', '|%[tT][A-Za-z](?![A-Za-z0-9])'),
  ),
  apple: printfLike({ plain: '@', number: 'lld' }, NUMBERS, conversions('aAcCeEFgGnopsSxX')),
  i18next,
  python: {
    spell: ({ name }, style) => `%(${name})${style === 'decimal' ? '.2f' : style === 'plain' ? 's' : 'd'}`,
    isPositional: false,
    first: 1,
    pattern: /^%(?:\((?<name>[^()]+)\))?(?:s|(?<number>[hlL]?[diu])|(?<decimal>\.2f))$/,
    doubled: '%',
    foreign: conversions('acrxXoEFGn@', '|%\\('),
  },
  'python-brace': {
    spell: ({ name }, style) => `{${name}${style === 'decimal' ? ':.2f' : style === 'plain' ? '' : ':d'}}`,
    isPositional: false,
    first: 0,
    pattern: /^\{(?:(?<at>\d+)|(?<name>[A-Za-z_]\w*))?(?::(?:(?<number>d)|(?<decimal>\.2f)))?\}$/,
    doubled: '{}',
  },
  ruby: {
    spell({ name }, style) {
      if (style === 'plain' || style === 'count') return `%{${name}}`
      return `%<${name}>${style === 'decimal' ? '.2f' : 'd'}`
    },
    isPositional: false,
    first: 1,
    counted: 'count',
    pattern: /^%(?:\{(?<name>\w+)\}|<(?<other>\w+)>(?:s|(?<number>[diu])|(?<decimal>\.2f)))$/,
    doubled: '',
    foreign: conversions('aAbBcdeEfgGiopsuxX', '|%[-+0#.\\d]{0,9}[<{]'),
  },
  dotnet: {
    spell: ({ position }, style) => `{${position - 1}${style === 'decimal' ? ':F2' : style === 'number' ? ':N0' : ''}}`,
    isPositional: true,
    first: 0,
    pattern: /^\{(?<at>\d+)(?::(?:(?<number>[Nn]0)|(?<decimal>[Ff]2)))?\}$/,
    doubled: '{}',
  },
  qt: {
    spell({ position }, style) {
      if (style === 'decimal') return undefined
      return style === 'count' ? '%n' : `%${style === 'number' ? 'L' : ''}${position}`
    },
    isPositional: true,
    first: 1,
    pattern: /^%(?:(?<number>L)?(?<at>\d+)|L?(?<count>n))$/,
    doubled: '',
  },
}

/** Undefined: texts of this syntax are never converted. */
export const columnOf = (syntax: Syntax): Column | undefined => COLUMNS[syntax]

/** i18next in files whose writer has words for more than the table. */
export const WRITTEN_I18NEXT: Column = {
  ...i18next,
  pattern: /^\{\{\s*(?<name>[^\s{},]+)\s*(?:,\s*(?:(?<number>number)|(?<own>[a-z]+\([A-Za-z: 0]*\)))\s*)?\}\}$/,
  ownStyles: new Map(Array.from(I18NEXT_STYLES, ([style, word]) => [word, style])),
}
