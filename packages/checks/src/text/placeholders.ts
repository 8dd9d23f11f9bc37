import type { Syntax } from '@parlance/contract/syntaxes'
import type { Placeholder, PlaceholderClass } from './placeholder.ts'
import { classOf, readJava, readPrintf } from './printf.ts'

/** Reads the placeholders of one text, from left to right. ICU has a reader of its own. */
type Reader = (text: string) => Placeholder[]

/** What a pattern's groups say: a name, and the letter or word that says what it is for. */
interface Named {
  /** Without it a text can have none, and most have not. */
  sign: string
  /** With the groups `name` and, where there is something to be said, `type`. A match without a name is text. */
  pattern: RegExp
  nameOf?: (name: string) => string
  classOf?: (type: string) => PlaceholderClass
}

const named =
  ({ sign, pattern, nameOf = (name) => name, classOf: toClass = () => 'any' }: Named): Reader =>
  (text) => {
    if (!text.includes(sign)) return []
    const found: Placeholder[] = []
    for (const { 0: spelled, groups, index } of text.matchAll(pattern)) {
      const name = groups?.['name'] ?? groups?.['other']
      if (name === undefined) continue
      const type = groups?.['type']
      found.push({
        name: nameOf(name),
        class: type === undefined ? 'any' : toClass(type),
        spelled,
        start: index,
        end: index + spelled.length,
      })
    }
    return found
  }

/** In the order of the text; what the first reader takes is nothing for the second, which looks for its sign. */
const either =
  (first: Reader, sign: string, second: Reader): Reader =>
  (text) => {
    const some = first(text)
    if (some.length === 0) return second(text)
    if (!text.includes(sign)) return some
    let left = ''
    let at = 0
    for (const { start, end } of some) {
      left += text.slice(at, start) + ' '.repeat(end - start)
      at = end
    }
    const others = second(left + text.slice(at))
    return others.length === 0 ? some : [...some, ...others].sort((one, other) => one.start - other.start)
  }

/** `{}` takes the next number. */
const readBraces: Reader = (text) => {
  let next = 0
  return BRACES(text).map((placeholder) =>
    placeholder.name === '' ? { ...placeholder, name: String(next++) } : placeholder,
  )
}

const BRACES = named({
  sign: '{',
  pattern: /\{\{|\}\}|\{(?<name>(?:\w[\w.[\]]{0,200})?)(?:![rsa])?(?::[^{}]{0,200}?(?<type>[A-Za-z%])?)?\}/g,
  classOf,
})

const MESSAGE_CLASSES = new Map<string, PlaceholderClass>([
  ['number', 'number'],
  ['date', 'date'],
  ['time', 'date'],
])

/** Apostrophes quote as in ICU. Of a choice only the beginning is the placeholder; its branches are text. */
const readMessageFormat = named({
  sign: '{',
  pattern:
    /''|'[{}][^']*'?|\{\s{0,9}(?<name>\w{1,200})\s{0,9}\}|\{\s{0,9}(?<other>\w{1,200})\s{0,9},\s{0,9}(?:choice\s{0,9},|(?<type>\w{1,20})(?:\s{0,9},[^{}]{0,500})?\s{0,9}\})/g,
  classOf: (type) => MESSAGE_CLASSES.get(type) ?? 'text',
})

const FLAGS = '[-+0#]{0,4}\\d{0,5}(?:\\.\\d{0,5})?(?:hh?|ll?|[qLztj])?'

const READERS: Record<Exclude<Syntax, 'icu'>, Reader> = {
  i18next: either(
    named({ sign: '$t(', pattern: /(?<name>\$t\([^(),]{1,200})(?:,[^()]{0,500})?\)/g }),
    '{{',
    named({ sign: '{{', pattern: /\{\{-?\s{0,9}(?<name>[^{},\s]{1,200})(?:[,\s][^{}]{0,500})?\}\}/g }),
  ),
  // `{'…'}` is text.
  vue: either(
    named({ sign: '{', pattern: /\{'[^'{}]*'\}|\{\s{0,9}(?<name>[\w.-]{1,200})\s{0,9}\}/g }),
    '@',
    named({
      sign: '@',
      pattern: /(?<![\w.])@(?:\.\w{1,99})?:(?<name>[\w-]{1,200}(?:\.[\w-]{1,200}){0,20}|\([\w.-]{1,200}\))/g,
    }),
  ),
  printf: readPrintf,
  java: readJava,
  php: readPrintf,
  apple: either(named({ sign: '%', pattern: /%(?:\d{1,3}\$)?#@(?<name>\w{1,200})@/g }), '%', readPrintf),
  messageformat: readMessageFormat,
  python: either(
    named({
      sign: '%',
      pattern: new RegExp(`%%|%\\((?<name>[^()]{1,200})\\)${FLAGS}(?<type>[sdiufegcr])`, 'g'),
      classOf,
    }),
    '%',
    readPrintf,
  ),
  'python-brace': readBraces,
  ruby: named({
    sign: '%',
    pattern: new RegExp(`%%|%\\{(?<name>\\w{1,200})\\}|%<(?<other>\\w{1,200})>${FLAGS}(?<type>[sdiufegc])`, 'g'),
    classOf,
  }),
  laravel: named({
    sign: ':',
    pattern: /(?<![\w:]):(?<name>[A-Za-z_]\w{0,200})/g,
    nameOf: (name) => name.toLowerCase(),
  }),
  dotnet: named({ sign: '{', pattern: /\{\{|\}\}|\{(?<name>\w{1,200})(?:,\s{0,9}-?\d{1,5})?(?::[^{}]{0,200})?\}/g }),
  chrome: named({
    sign: '$',
    pattern: /\$\$|\$(?<name>\w{1,200})\$|\$(?<other>\d)/g,
    nameOf: (name) => name.toLowerCase(),
  }),
  // Of a selector only the beginning is the placeholder; its variants are text.
  fluent: named({
    sign: '{',
    pattern:
      /\{[^{}$"]{0,99}(?<name>\$[A-Za-z][\w-]{0,200})[^{}]{0,500}?(?:->|\})|\{\s{0,9}(?<other>-?[A-Za-z][\w-]{0,200}(?:\.[\w-]{1,200})?)\s{0,9}(?:\([^(){}]{0,500}\))?\s{0,9}\}/g,
  }),
  qt: named({ sign: '%', pattern: /%L?(?<name>\d{1,2}|n)/g }),
  xliff: named({
    sign: '<',
    pattern: /<(?:x|ph|bx|ex|sc|ec|it)\s(?:[^<>]{0,500}?\s)?id=["'](?<name>[^"'<>]{1,200})["'][^<>]{0,500}>/g,
  }),
  none: () => [],
}

export const placeholdersIn = (text: string, syntax: Exclude<Syntax, 'icu'>): Placeholder[] => READERS[syntax](text)

/** By which the argument of a plural goes in a text of this syntax. Undefined: by position, whichever is a whole number. */
export function ownNames(argument: string, syntax: Syntax): readonly string[] | undefined {
  switch (syntax) {
    case 'printf':
    case 'java':
    case 'php':
    case 'apple':
      return undefined
    case 'qt':
      return ['n']
    case 'dotnet':
    case 'messageformat':
      return [argument, '0']
    case 'vue':
      return [argument, 'count', 'n']
    case 'fluent':
      return [`$${argument}`]
    case 'laravel':
    case 'chrome':
      return [argument.toLowerCase()]
    default:
      return [argument]
  }
}
