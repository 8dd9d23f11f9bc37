import type { Syntax } from '@parlance/contract/syntaxes'

/** The syntaxes that messages are converted into and from. */
export const CONVERTED = [
  'i18next',
  'printf',
  'php',
  'java',
  'apple',
  'python',
  'python-brace',
  'ruby',
  'dotnet',
  'qt',
] as const satisfies Syntax[]
export type Converted = (typeof CONVERTED)[number]

interface Same {
  icu: string
  /** In the source language; the message itself when left out. */
  source?: string
  /** By syntax: what the message is there and is read from again. Null: no words for it, it stays as it is. */
  said: Partial<Record<Converted, string | null>>
}

/** Read and written, both ways. */
export const both: Same[] = [
  {
    icu: 'Hi {name}',
    said: {
      i18next: 'Hi {{name}}',
      printf: 'Hi %s',
      php: 'Hi %s',
      java: 'Hi %s',
      apple: 'Hi %@',
      python: 'Hi %(name)s',
      'python-brace': 'Hi {name}',
      ruby: 'Hi %{name}',
      dotnet: 'Hi {0}',
      qt: 'Hi %1',
    },
  },
  {
    icu: '{n, number} of {name}',
    said: {
      i18next: '{{n, number}} of {{name}}',
      printf: '%1$d of %2$s',
      php: '%1$d of %2$s',
      java: '%1$d of %2$s',
      apple: '%1$lld of %2$@',
      python: '%(n)d of %(name)s',
      'python-brace': '{n:d} of {name}',
      ruby: '%<n>d of %{name}',
      dotnet: '{0:N0} of {1}',
      qt: '%L1 of %2',
    },
  },
  {
    icu: '{a} {n, number, .00}',
    said: {
      i18next: null,
      printf: '%1$s %2$.2f',
      php: '%1$s %2$.2f',
      java: '%1$s %2$.2f',
      apple: '%1$@ %2$.2f',
      python: '%(a)s %(n).2f',
      'python-brace': '{a} {n:.2f}',
      ruby: '%{a} %<n>.2f',
      dotnet: '{0} {1:F2}',
      qt: null,
    },
  },
  {
    icu: '{count, plural, one {# file} other {# files}}',
    said: {
      i18next: "{count, plural, one {'{{'count'}}' file} other {'{{'count'}}' files}}",
      printf: '{count, plural, one {%d file} other {%d files}}',
      php: '{count, plural, one {%d file} other {%d files}}',
      java: '{count, plural, one {%d file} other {%d files}}',
      apple: '{count, plural, one {%lld file} other {%lld files}}',
      python: '{count, plural, one {%(count)d file} other {%(count)d files}}',
      'python-brace': "{count, plural, one {'{'count:d'}' file} other {'{'count:d'}' files}}",
      ruby: "{count, plural, one {%'{'count'}' file} other {%'{'count'}' files}}",
      dotnet: "{count, plural, one {'{'0'}' file} other {'{'0'}' files}}",
      qt: '{count, plural, one {%n file} other {%n files}}',
    },
  },
  {
    icu: '{n, plural, =0 {nothing for {who}} one {one for {who}} other {# for {who}}}',
    said: {
      i18next:
        "{count, plural, =0 {nothing for '{{'who'}}'} one {one for '{{'who'}}'} other {'{{'count'}}' for '{{'who'}}'}}",
      printf: '{n, plural, =0 {nothing for %2$s} one {one for %2$s} other {%1$d for %2$s}}',
      apple: '{n, plural, =0 {nothing for %2$@} one {one for %2$@} other {%1$lld for %2$@}}',
      python: '{n, plural, =0 {nothing for %(who)s} one {one for %(who)s} other {%(n)d for %(who)s}}',
      ruby: "{count, plural, =0 {nothing for %'{'who'}'} one {one for %'{'who'}'} other {%'{'count'}' for %'{'who'}'}}",
      dotnet: "{n, plural, =0 {nothing for '{'1'}'} one {one for '{'1'}'} other {'{'0'}' for '{'1'}'}}",
      qt: '{n, plural, =0 {nothing for %2} one {one for %2} other {%n for %2}}',
    },
  },
  {
    icu: "100% of '{'{name}",
    said: {
      i18next: null,
      printf: '100%% of {%s',
      php: '100%% of {%s',
      java: '100%% of {%s',
      apple: '100%% of {%@',
      python: '100%% of {%(name)s',
      'python-brace': '100% of {{{name}',
      ruby: '100% of {%{name}',
      dotnet: '100% of {{{0}',
      qt: '100% of {%1',
    },
  },
  // The order of the source counts, not that of the translation.
  {
    icu: '{b} von {a}',
    source: '{a} of {b}',
    said: { printf: '%2$s von %1$s', dotnet: '{1} von {0}', qt: '%2 von %1', python: '%(b)s von %(a)s' },
  },
  { icu: '{b} allein', source: '{a} and {b}', said: { printf: '%2$s allein', apple: '%2$@ allein' } },
  // Called by number: that is the position, wherever it stands.
  { icu: '{1} before {0}', said: { printf: '%2$s before %1$s', dotnet: '{1} before {0}', qt: '%2 before %1' } },
  { icu: '{1} alone', said: { printf: '%2$s alone', dotnet: '{1} alone' } },
  // One argument needs no number, unless it comes again.
  { icu: '{a}, {a}', said: { printf: '%1$s, %1$s', java: '%1$s, %1$s', dotnet: '{0}, {0}' } },
  // Texts without placeholders are not touched.
  { icu: 'Hello', said: { printf: 'Hello', i18next: 'Hello', dotnet: 'Hello' } },
  { icu: "100% '{' it''s", said: { printf: "100% '{' it''s", 'python-brace': "100% '{' it''s" } },
  { icu: '50%% off', said: { printf: '50%% off', java: '50%% off' } },
  // Apostrophes that quote nothing.
  { icu: "It's {name}'s, the dogs'", said: { printf: "It's %s's, the dogs'", i18next: "It's {{name}}'s, the dogs'" } },
  { icu: "''{name}''<b>", said: { printf: "'%s'<b>" } },
  {
    icu: "{n, plural, one {it's '#'1 '{'x''} other {# dogs''}}",
    said: { printf: "{n, plural, one {it''s '#'1 '{'x''} other {%d dogs''}}" },
  },
  // `%%` stands beside a placeholder in any branch.
  {
    icu: '{n, plural, one {all 100%} other {# of 100%}}',
    said: { java: '{n, plural, one {all 100%%} other {%d of 100%%}}' },
  },
  {
    icu: '{n, plural, one {all 100%} other {some 10%}}',
    said: { java: '{n, plural, one {all 100%} other {some 10%}}' },
  },
  {
    icu: '{n, selectordinal, one {#st {a}} other {#th {a}}}',
    said: { printf: '{n, selectordinal, one {%1$dst %2$s} other {%1$dth %2$s}}' },
  },
]

/** Messages that no other syntax has words for, or that are none. */
export const unsayable: { icu: string; in?: Converted[]; source?: string }[] = [
  { icu: '{who, select, a {x} other {y}}' },
  { icu: '{n, plural, one {{m, plural, one {a} other {b}}} other {c}}' },
  { icu: '{n, plural, one {a} other {b}} {m, plural, one {c} other {d}}' },
  { icu: '{n, plural, offset:1 one {a} other {b}}' },
  { icu: '{when, date}' },
  { icu: '{n, number, percent}' },
  { icu: '{n, number, ::.00}' },
  { icu: '{n, number, .000}' },
  { icu: '{{name}}' },
  { icu: 'a { b' },
  { icu: "'<b>'{name}" },
  // Would be read as placeholders again.
  { icu: 'Use %s here', in: ['printf', 'php', 'java', 'python', 'ruby'] },
  { icu: "Use '{{'x'}}' for {name}", in: ['i18next'] },
  { icu: '$t(x) for {name}', in: ['i18next'] },
  { icu: "%'{'x'}' for {name}", in: ['ruby'] },
  { icu: '%{name}', in: ['ruby'] },
  { icu: '%1 for {name}', in: ['qt'] },
  { icu: '{name}0', in: ['qt'] },
  // Positions come from the source, which does not have this one.
  { icu: '{other}', source: '{name}', in: ['printf', 'php', 'java', 'apple', 'dotnet', 'qt'] },
  { icu: '{n, plural, one {# {count}} other {#}}', in: ['i18next', 'ruby'] },
  { icu: '{größe}', in: ['python-brace', 'ruby'] },
]

interface Read {
  syntax: Converted
  text: string
  /** Null: it cannot be converted. */
  icu: string | null
  tokens?: Record<string, string>
  isPlural?: true
  sourceArguments?: string[]
}

const refused = (syntax: Converted, ...texts: string[]): Read[] => texts.map((text) => ({ syntax, text, icu: null }))

/** As files have them, and nobody would write them so. Without a source, positions become names. */
export const read: Read[] = [
  { syntax: 'printf', text: '%s of %i', icu: '{0} of {1, number}', tokens: { 0: '%s', 1: '%i' } },
  { syntax: 'printf', text: '%2$lld: %1$s', icu: '{1, number}: {0}', tokens: { 1: '%2$lld', 0: '%1$s' } },
  { syntax: 'printf', text: '%u %hhd %zu', icu: '{0, number} {1, number} {2, number}' },
  { syntax: 'printf', text: '%s', sourceArguments: ['name'], icu: '{name}', tokens: { name: '%s' } },
  { syntax: 'printf', text: '%1$s %2$s', sourceArguments: ['name'], icu: '{name} {1}' },
  { syntax: 'printf', text: '100% sure, %s', icu: '100% sure, {0}' },
  { syntax: 'printf', text: '100% sure', icu: '100% sure', tokens: {} },
  { syntax: 'printf', text: '100%% sure', icu: '100%% sure', tokens: {} },
  { syntax: 'printf', text: '%%s', icu: '%%s', tokens: {} },
  { syntax: 'printf', text: '%% d %d {x} #', icu: "% d {0, number} '{'x'}' #" },
  { syntax: 'printf', text: "'{%s}'", icu: "'''{'{0}'}'''" },
  ...refused(
    'printf',
    '%5d',
    '%-5s',
    '%+d',
    '%05d',
    '%*d',
    '%.1f',
    '%f',
    '%x',
    '%c',
    '%1$s %s',
    '%@',
    '%100$s',
    '%0$s',
  ),
  { syntax: 'php', text: "%1$s's", icu: "{0}'s" },
  ...refused('php', "%'05d", '%b', '%u %5s'),
  { syntax: 'java', text: '%2$s %1$s', icu: '{1} {0}', tokens: { 1: '%2$s', 0: '%1$s' } },
  ...refused('java', '%,d', '%n', '%b', '%tY', '%1$tY', '%ld', '%S'),
  { syntax: 'apple', text: '%@ %d %ld %u', icu: '{0} {1, number} {2, number} {3, number}' },
  ...refused('apple', '%s', '%#@files@', '%1$#@files@', '%5@', '%x'),
  { syntax: 'python', text: '%s of %d', icu: '{0} of {1, number}', tokens: { 0: '%s', 1: '%d' } },
  { syntax: 'python', text: '%(a)s 100%%', icu: '{a} 100%' },
  ...refused('python', '%(a)r', '%r', '%(a)5d', '%(a b)s', '%(a)x', '%1$s', '%(a'),
  { syntax: 'python-brace', text: '{} of {}', icu: '{0} of {1}', tokens: { 0: '{}', 1: '{}' } },
  { syntax: 'python-brace', text: '{1} {0:d} {{', icu: "{1} {0, number} '{'" },
  { syntax: 'python-brace', text: '{0}', sourceArguments: ['name'], icu: '{name}' },
  { syntax: 'python-brace', text: 'a {{x}}', icu: 'a {{x}}', tokens: {} },
  ...refused('python-brace', '{a!r}', '{a.b}', '{a[0]}', '{a:>10}', '{a:,}', '{} {0}', '{a} { b', '{a} }'),
  {
    syntax: 'ruby',
    text: '%{a} %<b>d %<c>s 100%',
    icu: '{a} {b, number} {c} 100%',
    tokens: { a: '%{a}', b: '%<b>d', c: '%<c>s' },
  },
  ...refused('ruby', '%<a>05d', '%s', '%{a b}', '%-5<a>s', '%{a.b}'),
  { syntax: 'dotnet', text: '{1} {0:N0} {2:f2}', icu: '{1} {0, number} {2, number, .00}' },
  ...refused('dotnet', '{0,5}', '{0:C}', '{name}', '{0:D2}', '{0} }'),
  { syntax: 'qt', text: '%1 %L2', icu: '{0} {1, number}', tokens: { 0: '%1', 1: '%L2' } },
  ...refused('qt', '%n', '%0'),
  {
    syntax: 'i18next',
    text: '{{ name }} {{n,number}}',
    icu: '{name} {n, number}',
    tokens: { name: '{{ name }}', n: '{{n,number}}' },
  },
  { syntax: 'i18next', text: '{one} {{two}}', icu: "'{'one'}' {two}" },
  ...refused(
    'i18next',
    '{{- x}}',
    '{{-x}}',
    '$t(x)',
    '{{a.b}}',
    '{{n, number(style: percent)}}',
    '{{a, uppercase}}',
    '{{{a}}',
  ),
  ...plurals(),
]

function plurals(): Read[] {
  const plural = (
    syntax: Converted,
    one: string,
    other: string,
    icu: string | null,
    more: Partial<Read> = {},
  ): Read => ({
    syntax,
    text: `{count, plural, one {${one}} other {${other}}}`,
    icu,
    isPlural: true,
    ...more,
  })
  return [
    // The first whole number is what is counted.
    plural('printf', '%d file', '%d files', '{count, plural, one {# file} other {# files}}', {
      tokens: { count: '%d' },
    }),
    plural('java', '%1$s: %2$d', '%1$s: %2$d', '{count, plural, one {{0}: #} other {{0}: #}}', {
      tokens: { 0: '%1$s', count: '%2$d' },
    }),
    plural('printf', '%d of %d', '%d of %d', '{count, plural, one {# of {1, number}} other {# of {1, number}}}'),
    plural('java', 'one', '%1$s', '{count, plural, one {one} other {{0}}}'),
    plural('printf', '%d', '%d', '{n, plural, one {#} other {#}}', { sourceArguments: ['n'] }),
    plural('printf', '%1$s %2$d', '%1$s', '{n, plural, one {{who} #} other {{who}}}', {
      sourceArguments: ['who', 'n'],
    }),
    plural('printf', 'one', 'more', '{n, plural, one {one} other {more}}', { sourceArguments: ['n'] }),
    plural('printf', 'one for %s', '%d for %s', null),
    plural('python', '%(n)d', '%(n)d', '{n, plural, one {#} other {#}}', { tokens: { n: '%(n)d' } }),
    plural('python', '%(n)s', '%(n)s', '{count, plural, one {{n}} other {{n}}}'),
    plural('qt', '%Ln in %1', '%Ln in %1', '{count, plural, one {# in {0}} other {# in {0}}}', {
      tokens: { count: '%Ln', 0: '%1' },
    }),
    plural('qt', '%n in %1', '%n in %1', null, { sourceArguments: ['count', 'folder'] }),
    plural('i18next', "'{{'count'}}'", "'{{'count'}}' of '{{'max'}}'", '{n, plural, one {#} other {# of {max}}}', {
      sourceArguments: ['n', 'max'],
    }),
    plural('ruby', "%'{'count'}'", "%'{'count'}'", '{count, plural, one {#} other {#}}'),
    plural('printf', '%5d', '%d', null),
  ]
}

interface Spelled {
  syntax: Converted
  icu: string
  source?: string
  tokens: Record<string, string>
  text: string
}

/** With the spellings of the file that a text came from. */
export const spelled: Spelled[] = [
  { syntax: 'java', icu: '{0}', tokens: { 0: '%1$s' }, text: '%1$s' },
  { syntax: 'printf', icu: '{0, number} ({1})', tokens: { 0: '%i', 1: '%s' }, text: '%i (%s)' },
  // Another order needs numbers.
  { syntax: 'printf', icu: '{1} ({0})', source: '{0} ({1})', tokens: { 0: '%s', 1: '%s' }, text: '%2$s (%1$s)' },
  // Of another family.
  { syntax: 'printf', icu: '{0}', tokens: { 0: '%@' }, text: '%s' },
  { syntax: 'apple', icu: '{0}', tokens: { 0: '%1$s' }, text: '%@' },
  { syntax: 'dotnet', icu: '{a}', tokens: { a: '{}' }, text: '{0}' },
  // Shown in another way than there.
  { syntax: 'i18next', icu: '{a, number} {b}', tokens: { a: '{{ a }}', b: '{{ b }}' }, text: '{{a, number}} {{ b }}' },
  // Not one placeholder.
  { syntax: 'printf', icu: '{a}', tokens: { a: '%s%s' }, text: '%s' },
  { syntax: 'python', icu: '{a}', tokens: { a: '%(b)s' }, text: '%(a)s' },
  {
    syntax: 'python',
    icu: '{n, plural, one {#} other {{n}}}',
    tokens: { n: '%(n)s' },
    text: '{n, plural, one {%(n)s} other {%(n)s}}',
  },
]

/** What `i18next-v4` writes of a message and reads as one again, in more words than the table has. */
export const ofI18next: { icu: string; text: string; isPlural?: true }[] = [
  { icu: "'{'quoted'}'", text: '{quoted}' },
  { icu: "It's '{'x'}'", text: "It's {x}" },
  { icu: "'{'quoted'}' {name}", text: '{quoted} {{name}}' },
  { icu: "''<b>", text: "'<b>" },
  { icu: "It''''s", text: "It''s" },
  { icu: '{n, number} {n, number, percent}', text: '{{n, number}} {{n, number(style: percent)}}' },
  { icu: '{n, number, integer}', text: '{{n, number(maximumFractionDigits: 0)}}' },
  {
    icu: '{d, date, short} at {d, time, full}',
    text: '{{d, datetime(dateStyle: short)}} at {{d, datetime(timeStyle: full)}}',
  },
  {
    icu: '{count, plural, one {# file, {p, number, percent}} other {{count, number, integer} files}}',
    text: "{count, plural, one {'{{'count'}}' file, '{{'p, number(style: percent)'}}'} other {'{{'count, number(maximumFractionDigits: 0)'}}' files}}",
    isPlural: true,
  },
]

/** Of i18next, and none of what a message becomes there. */
export const strangeToIcu = [
  '{{n, number(style: unit)}}',
  '{{n, currency(USD)}}',
  '{{d, datetime}}',
  '{{- x}}',
  '$t(x)',
]
