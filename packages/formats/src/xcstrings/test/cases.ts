import { limits } from '@parlance/contract/limits'
import fc from 'fast-check'
import type { FormatCase, PatchCase, UnreadableCase } from '../../../test/format-case.ts'
import type { Entry } from '../../entry.ts'
import { pluralMessage } from '../../plural-message.ts'
import { storedKey } from '../../stored-key.ts'
import { encoderOf } from '../../text-file.ts'

/** As Xcode writes it. */
function xcode(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = `${indent}  `
  if (Array.isArray(value)) return `[\n${value.map((one) => inner + xcode(one, inner)).join(',\n')}\n${indent}]`
  const members = Object.entries(value).map(([name, member]) => `${inner}"${name}" : ${xcode(member, inner)}`)
  return members.length === 0 ? `{\n\n${indent}}` : `{\n${members.join(',\n')}\n${indent}}`
}
const catalog = (strings: object) => xcode({ sourceLanguage: 'en', strings, version: '1.0' })
const unit = (value: unknown, state = 'translated') => ({ stringUnit: { state, value } })
const manual = (localizations: object) => ({ extractionState: 'manual', localizations })
const plural = (forms: object) => ({ variations: { plural: forms } })
const device = (devices: object) => ({ variations: { device: devices } })

const apple = (key: string, locale: string, value: string, more: Partial<Entry> = {}): Entry => ({
  key,
  value,
  syntax: 'apple',
  status: 'translated',
  locale,
  ...more,
})
/** Of a key that Xcode finds in the code. */
const found = { formatData: { apple: { extractionState: null } } }
const about = (data: object): Partial<Entry> => ({ formatData: { apple: data } })
const options = { locale: 'en', sourceLocale: 'en', locales: ['en', 'de', 'fr'] }

const utf16 = (text: string) => encoderOf({ encoding: 'utf-16le', hasByteOrderMark: true })(text)

const substitutions = {
  files: {
    argNum: 1,
    formatSpecifier: 'lld',
    variations: { plural: { one: unit('%arg file'), other: unit('%arg files') } },
  },
}

export const cases: FormatCase[] = [
  { title: 'nothing', text: catalog({}), entries: [], options },
  {
    title: 'texts in several languages, with descriptions and states',
    text: catalog({
      cart: {
        comment: 'Above\nthe "list"',
        extractionState: 'manual',
        localizations: { de: unit('Warenkorb', 'needs_review'), en: unit('Your cart / bag'), fr: unit('', 'new') },
      },
      title: manual({ de: unit('%1$@ – Läden', 'new') }),
    }),
    entries: [
      apple('cart', 'de', 'Warenkorb', { status: 'not_reviewed' }),
      apple('cart', 'en', 'Your cart / bag', { description: 'Above\nthe "list"' }),
      apple('cart', 'fr', '', { status: 'not_translated' }),
      apple('title', 'de', '%1$@ – Läden', { status: 'not_translated' }),
    ],
    options,
  },
  {
    title: 'languages in the order of a project',
    text: catalog({ a: manual({ de: unit('A'), en: unit('a') }), b: manual({ fr: unit('b') }) }),
    entries: [
      apple('a', 'en', 'a', { description: '' }),
      apple('a', 'de', 'A'),
      { key: 'b', locale: 'fr', value: 'b', syntax: 'apple' },
    ],
    options,
    only: 'write',
  },
  {
    title: 'names that are the text in the source language',
    text: catalog({
      'Log in': { comment: 'Button', localizations: { de: unit('Anmelden') } },
      'Log out': {},
      Old: { extractionState: 'stale', localizations: { de: unit('Alt') } },
    }).replace('{\n\n    }', '{}'),
    entries: [
      apple('Log in', 'en', 'Log in', { ...found, description: 'Button' }),
      apple('Log in', 'de', 'Anmelden'),
      apple('Log out', 'en', 'Log out', found),
      apple('Old', 'en', 'Old', about({ extractionState: 'stale' })),
      apple('Old', 'de', 'Alt'),
    ],
    options,
  },
  {
    title: 'what Xcode has found in the code is new there, but the text to be translated',
    text: catalog({
      hello: {
        extractionState: 'extracted_with_value',
        localizations: { de: unit('Hi', 'new'), en: unit('Hi', 'new') },
      },
    }),
    entries: [
      apple('hello', 'de', 'Hi', { status: 'not_translated' }),
      apple('hello', 'en', 'Hi', about({ extractionState: 'extracted_with_value' })),
    ],
    options,
    only: 'read',
  },
  {
    title: 'what has no text at all is called so',
    text: catalog({ 'by.hand': { extractionState: 'manual' } }),
    entries: [apple('by.hand', 'en', 'by.hand')],
    options,
    only: 'read',
  },
  {
    title: 'plurals, also of nothing',
    text: catalog({
      files: manual({
        ar: plural({ other: unit('%lld o'), zero: unit('%lld z') }),
        en: plural({ one: unit("it's %lld {file}"), other: unit('%lld #s'), zero: unit('none') }),
        fr: plural({ one: unit('un', 'new'), other: unit('deux') }),
        ja: unit('%lld x'),
        pl: plural({ few: unit('', 'new'), other: unit('', 'new') }),
      }),
    }),
    entries: [
      apple('files', 'ar', '{count, plural, zero {%lld z} other {%lld o}}', { isPlural: true }),
      apple('files', 'en', "{count, plural, =0 {none} one {it''s %lld '{'file'}'} other {%lld '#'s}}", {
        isPlural: true,
      }),
      apple('files', 'fr', '{count, plural, one {un} other {deux}}', { isPlural: true, status: 'not_reviewed' }),
      apple('files', 'ja', '{count, plural, other {%lld x}}', { isPlural: true }),
      apple('files', 'pl', '', { isPlural: true, status: 'not_translated' }),
    ],
    options,
    only: 'read',
  },
  {
    title: 'plurals as they are written',
    text: catalog({
      files: manual({
        ar: plural({ other: unit('o'), zero: unit('z') }),
        en: plural({ one: unit('1'), other: unit('n'), zero: unit('0') }),
      }),
      name: {
        localizations: { de: plural({ one: unit('d'), other: unit('D') }), en: plural({ other: unit('name') }) },
      },
    }),
    entries: [
      apple('files', 'ar', '{count, plural, zero {z} other {o}}', { isPlural: true }),
      apple('files', 'en', '{count, plural, =0 {0} one {1} other {n}}', { isPlural: true }),
      apple('name', 'de', '{count, plural, one {d} other {D}}', { isPlural: true }),
      apple('name', 'en', '{count, plural, other {name}}', { isPlural: true, ...found }),
    ],
    options,
  },
  {
    title: 'a name that stands for the text of a key with plurals',
    text: catalog({ '%lld hops': { localizations: { de: plural({ one: unit('d'), other: unit('D') }) } } }),
    entries: [
      apple('%lld hops', 'en', '{count, plural, other {%lld hops}}', { isPlural: true, ...found }),
      apple('%lld hops', 'de', '{count, plural, one {d} other {D}}', { isPlural: true }),
    ],
    options,
    only: 'read',
  },
  {
    title: 'devices and substitutions are kept',
    text: catalog({
      deep: manual({
        en: device({
          mac: plural({ one: unit('1 click'), other: unit('%lld clicks') }),
          other: plural({ one: unit('1 tap'), other: unit('%lld taps') }),
        }),
      }),
      files: manual({ en: { ...unit('%#@files@ left'), substitutions } }),
      open: manual({ de: unit('Öffnen'), en: device({ mac: unit('Click'), other: unit('Tap', 'needs_review') }) }),
      wide: {
        ...manual({
          en: plural({
            one: device({ mac: unit('1 M'), other: unit('1') }),
            other: device({ mac: unit('M', 'new'), other: unit('n') }),
          }),
        }),
        more: { flags: [true, null, 1.5, 'x'] },
      },
    }),
    entries: [
      apple('deep', 'en', '{count, plural, one {1 tap} other {%lld taps}}', {
        isPlural: true,
        ...about({
          localizations: { en: device({ mac: plural({ one: unit('1 click'), other: unit('%lld clicks') }) }) },
        }),
      }),
      apple('files', 'en', '%#@files@ left', about({ localizations: { en: { substitutions } } })),
      apple('open', 'de', 'Öffnen'),
      apple('open', 'en', 'Tap', {
        status: 'not_reviewed',
        ...about({ localizations: { en: device({ mac: unit('Click') }) } }),
      }),
      apple('wide', 'en', '{count, plural, one {1} other {n}}', {
        isPlural: true,
        ...about({
          more: { more: { flags: [true, null, 1.5, 'x'] } },
          localizations: {
            en: plural({ one: device({ mac: unit('1 M') }), other: device({ mac: unit('M', 'new') }) }),
          },
        }),
      }),
    ],
    options,
    only: 'read',
  },
  {
    title: 'devices and substitutions are written back, in whatever order they were stored',
    text: catalog({
      deep: manual({
        en: device({
          mac: plural({ one: unit('1 click'), other: unit('clicks') }),
          other: plural({ one: unit('1 tap'), other: unit('taps') }),
        }),
      }),
      files: {
        extractionState: 'manual',
        isNew: true,
        localizations: { de: unit('x'), en: { ...unit('%#@files@'), substitutions } },
      },
      wide: manual({
        en: plural({ one: device({ mac: unit('1 M'), other: unit('1') }), other: unit('n') }),
      }),
    }),
    entries: [
      apple('deep', 'en', '{count, plural, one {1 tap} other {taps}}', {
        isPlural: true,
        ...about({ localizations: { en: device({ mac: plural({ other: unit('clicks'), one: unit('1 click') }) }) } }),
      }),
      apple('files', 'de', 'x', about({ more: { isNew: true }, localizations: { en: { substitutions } } })),
      apple('files', 'en', '%#@files@'),
      apple('wide', 'en', '{count, plural, one {1} other {n}}', {
        isPlural: true,
        ...about({ localizations: { en: plural({ one: device({ mac: unit('1 M') }) }) } }),
      }),
    ],
    options,
    only: 'write',
  },
  {
    title: 'stored data that nobody can use',
    text: catalog({ a: manual({ en: unit('x') }), b: manual({ en: unit('y') }) }),
    entries: [
      apple('a', 'en', 'x', about({ extractionState: 7, localizations: [], more: 'x', name: 'another' })),
      apple('b', 'en', 'y', { formatData: { apple: null, po: {} } }),
    ],
    options,
    only: 'write',
  },
  {
    title: 'what a catalog cannot say',
    text: catalog({
      a: manual({ ar: plural({ other: unit('n') }) }),
      b: manual({ en: plural({ other: unit('n'), zero: unit('none') }) }),
      c: manual({ en: plural({ one: unit('st'), other: unit('th') }) }),
      d: manual({ en: unit('no plural') }),
    }),
    entries: [
      apple('a', 'ar', '{count, plural, =0 {none} =1 {one} other {n}}', { isPlural: true }),
      apple('b', 'en', '{count, plural, =0 {none} zero {z} other {n}}', { isPlural: true }),
      apple('c', 'en', '{n, selectordinal, one {st} other {th}}', { isPlural: true }),
      apple('d', 'en', 'no plural', { isPlural: true }),
    ],
    options,
    only: 'write',
    remarks: [
      { severity: 'warning', code: 'branch_dropped', key: 'a' },
      { severity: 'warning', code: 'branch_dropped', key: 'b' },
      { severity: 'warning', code: 'value_not_convertible', key: 'c' },
      { severity: 'warning', code: 'value_not_convertible', key: 'd' },
    ],
  },
  {
    title: 'what is skipped, and what nobody knows',
    text: catalog({
      '': { localizations: { de: unit('x') } },
      brand: { localizations: { de: unit('Parlance') }, shouldTranslate: false },
      list: [],
      odd: manual({
        de: 'text',
        en: plural({ many: { stringUnit: {} }, other: unit('n'), plenty: unit('p') }),
        fr: { variations: { width: {} } },
        it: {},
        pl: unit('p', 'guessed'),
      }),
    }),
    entries: [
      apple('odd', 'en', '{count, plural, other {n}}', {
        isPlural: true,
        ...about({
          localizations: { fr: { variations: { width: {} } } },
        }),
      }),
      { key: 'odd', value: '{count, plural, other {p}}', isPlural: true, syntax: 'apple', locale: 'pl' },
    ],
    options,
    only: 'read',
    remarks: [
      { severity: 'warning', code: 'unsupported_entry' },
      { severity: 'warning', code: 'unsupported_entry', key: 'list' },
      { severity: 'warning', code: 'unsupported_entry', key: 'odd' },
      { severity: 'warning', code: 'unsupported_entry', key: 'odd' },
      { severity: 'warning', code: 'unsupported_entry', key: 'odd' },
    ],
  },
  {
    title: 'devices without one for all others',
    text: catalog({ a: manual({ en: device({ ipad: unit('pad'), mac: unit('mac') }) }) }),
    entries: [apple('a', 'en', 'mac', about({ localizations: { en: device({ ipad: unit('pad') }) } }))],
    options,
    only: 'read',
  },
  {
    title: 'what cannot be stored',
    text: `{"sourceLanguage":"en","strings":{"a":{"localizations":{"en":{"stringUnit":{"value":null}},"de":{"stringUnit":{"value":010}}}}}}`
      .replace('010', '10')
      .replace(
        '}}}}}}',
        `}},"de":{}}},"a":{},"b":{"localizations":{"en":{"stringUnit":{"value":"${'x'.repeat(65_537)}"}}}}}}`,
      ),
    entries: [
      { key: 'a', value: '', syntax: 'apple', locale: 'en', ...found },
      { key: 'a', value: '10', syntax: 'apple', locale: 'de' },
      { key: 'b', value: '', syntax: 'apple', locale: 'en', ...found },
    ],
    options,
    only: 'read',
    remarks: [
      { severity: 'error', code: 'null_value', key: 'a' },
      { severity: 'warning', code: 'number_as_text', key: 'a' },
      { severity: 'error', code: 'duplicate_key', key: 'a' },
      { severity: 'error', code: 'duplicate_key', key: 'a' },
      { severity: 'error', code: 'value_too_long', key: 'b' },
    ],
  },
  {
    title: 'names that are too long, and more than is kept of a key',
    text: catalog({
      [`${'n'.repeat(800)}`]: manual({ en: unit('x') }),
      z: {
        comment: 'c'.repeat(limits.keyDescription + 1),
        ...manual({ en: device({ mac: unit('m'.repeat(9_000)), other: unit('o') }) }),
      },
    }),
    entries: [
      apple(storedKey('n'.repeat(800)), 'en', 'x', about({ name: 'n'.repeat(800) })),
      apple('z', 'en', 'o', { description: 'c'.repeat(limits.keyDescription) }),
    ],
    options,
    only: 'read',
    remarks: [
      { severity: 'warning', code: 'description_cut', key: 'z' },
      { severity: 'warning', code: 'format_data_too_large', key: 'z' },
    ],
  },
]

export const unreadable: UnreadableCase[] = [
  { title: 'no object', text: '[]', code: 'syntax_error' },
  { title: 'no strings', text: '{"sourceLanguage":"en"}', code: 'syntax_error' },
  { title: 'strings that are none', text: '{"sourceLanguage":"en","strings":[]}', code: 'syntax_error' },
  { title: 'no end', text: '{"sourceLanguage":"en","strings":{', code: 'syntax_error' },
  { title: 'no UTF-8', text: Uint8Array.of(0x7b, 0xff), code: 'encoding' },
]

const base = catalog({
  Find: { localizations: { de: unit('Finden') } },
  again: manual({ de: unit('Nochmal', 'guessed'), en: unit('Again') }),
  brand: { shouldTranslate: false },
  files: manual({
    de: plural({ one: unit('%lld Datei'), other: unit('%lld Dateien', 'needs_review') }),
    en: plural({ one: unit('%lld file'), other: unit('%lld files') }),
    ja: unit('%lld x'),
  }),
  open: manual({ en: { ...device({ mac: unit('Click'), other: unit('Tap') }), note: 'n' } }),
}).replace(': "Again"', ':  "\\u0041gain"')
const said = [
  apple('Find', 'en', 'Find', { status: 'not_reviewed' }),
  apple('Find', 'de', 'Finden'),
  apple('again', 'de', 'Nochmal'),
  apple('again', 'en', 'Again'),
  apple('files', 'de', '{n, plural, one {%lld Datei} other {%lld Dateien}}', {
    isPlural: true,
    status: 'not_reviewed',
  }),
  apple('files', 'en', '{count, plural, one {%lld file} other {%lld files}}', { isPlural: true }),
  apple('files', 'ja', '{count, plural, other {%lld x}}', { isPlural: true }),
  apple('open', 'en', 'Tap'),
]
const withChanged = (...changed: Entry[]) => [
  ...said.filter(({ key, locale }) => !changed.some((entry) => entry.key === key && entry.locale === locale)),
  ...changed,
]
const lines = (...some: string[]) => some.join('\n')

export const patches: PatchCase[] = [
  { title: 'a file that is up to date', base, entries: said, text: base, options: { ...options, prune: true } },
  { title: 'what the project does not have stays', base, entries: [], text: base, options },
  {
    title: 'a text that nobody has translated stays where the project has none',
    base: catalog({ a: manual({ de: unit('x', 'new') }) }),
    entries: [apple('a', 'de', '', { status: 'not_translated' })],
    text: catalog({ a: manual({ de: unit('x', 'new') }) }),
    options,
  },
  {
    title: 'texts that differ, with their states',
    base,
    entries: withChanged(
      apple('Find', 'de', 'Suchen', { status: 'not_reviewed' }),
      apple('again', 'de', 'Erneut'),
      apple('again', 'en', 'Once more'),
      apple('files', 'de', '{count, plural, one {eine} other {%lld Dateien}}', { isPlural: true }),
      apple('files', 'ja', '{count, plural, other {y}}', { isPlural: true, status: 'not_translated' }),
      apple('open', 'en', 'Touch'),
    ),
    text: base
      .replace(/"translated",(\s+)"value" : "Finden"/, '"needs_review",$1"value" : "Suchen"')
      .replace('Nochmal', 'Erneut')
      .replace('"\\u0041gain"', '"Once more"')
      .replace('"%lld Datei"', '"eine"')
      .replace(
        '"needs_review",\n                  "value" : "%lld D',
        '"translated",\n                  "value" : "%lld D',
      )
      .replace(/"translated",(\s+)"value" : "%lld x"/, '"new",$1"value" : "y"')
      .replace('Tap', 'Touch'),
    options,
  },
  {
    title: 'a status alone',
    base,
    entries: withChanged(apple('again', 'en', 'Again', { status: 'not_reviewed' })),
    text: base.replace(/"translated",(\s+)"value" : {2}"\\u0041/, '"needs_review",$1"value" :  "\\u0041'),
    options,
  },
  {
    title: 'forms that come and go',
    base,
    entries: withChanged(
      apple('files', 'en', '{count, plural, =0 {none} other {%lld files}}', { isPlural: true }),
      apple('files', 'de', '', { isPlural: true, status: 'not_translated' }),
    ),
    text: base
      .replace(/ {14}"one" : \{[^}]*"%lld file"[^}]*\}\s*\},\n/, '')
      .replace(
        /("%lld files"\s+\}\n {14}\})/,
        lines(
          '$1,',
          '              "zero" : {',
          '                "stringUnit" : {',
          '                  "state" : "translated",',
          '                  "value" : "none"',
          '                }',
          '              }',
        ),
      )
      .replace(/"translated",(\s+)"value" : "%lld Datei"/, '"new",$1"value" : ""')
      .replace(/"needs_review",(\s+)"value" : "%lld Dateien"/, '"new",$1"value" : ""'),
    options,
  },
  {
    title: 'plurals where there were none, and none where there were some',
    base: catalog({
      a: manual({ en: { ...device({ mac: unit('m'), other: unit('o') }), note: 1 } }),
      b: manual({ en: plural({ one: unit('1'), other: unit('n') }) }),
      c: manual({ en: {} }),
    }).replace('{\n\n        }', '{}'),
    entries: [
      apple('a', 'en', '{count, plural, one {x} other {y}}', { isPlural: true }),
      apple('b', 'en', 'B'),
      apple('c', 'en', 'C'),
    ],
    text: catalog({
      a: manual({
        en: { note: 1, ...device({ mac: unit('m'), other: plural({ one: unit('x'), other: unit('y') }) }) },
      }),
      b: manual({ en: unit('B') }),
      c: manual({ en: unit('C') }),
    }),
    options,
  },
  {
    title: 'new keys and languages',
    base,
    entries: [
      ...withChanged(apple('Find', 'en', 'Search')),
      apple('again', 'fr', 'Encore', { status: 'not_reviewed' }),
      apple('brand', 'de', 'Marke'),
      apple('count', 'de', 'x', { description: 'd' }),
      apple('count', 'en', '', { status: 'not_translated' }),
      apple('open', 'de', '', { status: 'not_translated' }),
      apple('Log in', 'en', 'Log in', found),
      apple('Log in', 'fr', '{count, plural, one {a} other {b}}', { isPlural: true, ...found }),
    ],
    text: base
      .replace(
        '        "de" : {\n          "stringUnit" : {\n            "state" : "translated",\n            "value" : "Finden"\n          }\n        }',
        (there) =>
          lines(
            `${there},`,
            '        "en" : {',
            '          "stringUnit" : {',
            '            "state" : "translated",',
            '            "value" : "Search"',
            '          }',
            '        }',
          ),
      )
      .replace(/("\\u0041gain"\s+\}\n {8}\})/, (there) =>
        lines(
          `${there},`,
          '        "fr" : {',
          '          "stringUnit" : {',
          '            "state" : "needs_review",',
          '            "value" : "Encore"',
          '          }',
          '        }',
        ),
      )
      .replace(
        '    "again"',
        () =>
          `    "Log in" : ${xcode({ localizations: { fr: plural({ one: unit('a'), other: unit('b') }) } }, '    ')},\n    "again"`,
      )
      .replace(
        '    "files"',
        () =>
          `    "count" : ${xcode({ comment: 'd', ...manual({ de: unit('x'), en: unit('', 'new') }) }, '    ')},\n    "files"`,
      ),
    options,
  },
  {
    title: 'a text for a key that has said nothing but its name',
    base: catalog({ 'Log out': {}, again: { extractionState: 'stale' } }),
    entries: [apple('Log out', 'de', 'Abmelden'), apple('again', 'de', 'Nochmal'), apple('again', 'en', 'Again')],
    text: catalog({
      'Log out': { localizations: { de: unit('Abmelden') } },
      again: { extractionState: 'stale', localizations: { de: unit('Nochmal'), en: unit('Again') } },
    }),
    options,
  },
  {
    title: 'what leaves',
    base: catalog({
      '': {},
      Find: { localizations: { de: unit('Finden') } },
      Log: { localizations: { de: unit('Protokoll'), it: unit('Registro') } },
      Quit: { localizations: { de: unit('Ende') } },
      again: manual({ de: unit('Nochmal'), en: unit('Again') }),
      brand: { shouldTranslate: false },
    }),
    entries: [apple('Find', 'en', 'Find'), apple('again', 'en', 'Again')],
    text: catalog({
      '': {},
      Find: {},
      Log: { localizations: { it: unit('Registro') } },
      again: manual({ en: unit('Again') }),
      brand: { shouldTranslate: false },
    }),
    options: { ...options, prune: true },
  },
  {
    title: 'another layout, in UTF-16',
    base: utf16('{"strings":{"a":{"localizations":{"en":{"stringUnit":{"value":"x","state":"new"}}}}}}'),
    entries: [apple('a', 'en_US', 'y'), apple('a', 'EN', 'z')],
    text: utf16(
      '{"strings":{"a":{"localizations":{"en":{"stringUnit":{"value":"z","state":"translated"}},"en_US":{"stringUnit":{"state":"translated","value":"y"}}}}}}',
    ),
    options,
  },
]

const text = fc.string({ unit: 'binary' }).filter((some) => some.isWellFormed() && !some.includes('\0'))
const key = text.filter((some) => some !== '')
const kept = fc.constantFrom<Partial<Entry>>(
  {},
  found,
  about({ extractionState: 'stale', more: { x: [] } }),
  about({ localizations: { en: { substitutions } } }),
  about({ localizations: { en: device({ mac: unit('m') }) } }),
)
const plain = fc.record({ key, value: text, more: kept, description: fc.constantFrom({}, { description: 'a\n"b"' }) })
const counted = fc.record({ key, one: text, none: text, other: text.filter((some) => some !== ''), more: kept })

export const arbitrary: fc.Arbitrary<Entry[]> = fc.uniqueArray(
  fc.oneof(
    plain.map(({ more, description, ...entry }) => apple(entry.key, 'en', entry.value, { ...more, ...description })),
    counted.map(({ key, one, none, other, more }) => {
      const branches = new Map([
        ['=0', none],
        ['one', one],
        ['other', other],
      ])
      return apple(key, 'en', pluralMessage({ argument: 'count', type: 'cardinal', branches }), {
        isPlural: true,
        ...more,
      })
    }),
  ),
  { selector: (entry) => entry.key },
)
