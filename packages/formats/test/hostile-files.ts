import type { Format } from '../src/format.ts'

/** A file that was made to do harm, in any size. */
export interface Hostile {
  title: string
  make(size: number): Uint8Array
}

/** Files of a format, as it writes them itself, and where their parts are. Bytes stand for characters. */
export class Sample {
  readonly text: string
  /** What repeats in a file: the lines of an entry, or what is like them. */
  readonly #repeated: { head: string; part: string; tail: string }
  readonly #valueAt: number
  readonly #keyAt: number

  constructor(format: Format) {
    const one = write(format, ['Kaaa'])
    this.text = write(format, ['Kaaa', 'Kbbb'])
    this.#repeated = difference(one, this.text)
    this.#valueAt = this.text.lastIndexOf(VALUE)
    this.#keyAt = this.text.indexOf('Kaaa')
  }

  /** Whether texts stand in the file as they are, which they do not in an archive. */
  get isText(): boolean {
    return this.#valueAt >= 0 && this.#keyAt >= 0
  }

  get isXml(): boolean {
    return /^<(?!\?php)/.test(this.text)
  }

  /** With something in the place of a value, to the end or without one. */
  withValue(value: string, hasEnd = true): string {
    const end = hasEnd ? this.text.slice(this.#valueAt + VALUE.length) : ''
    return this.text.slice(0, this.#valueAt) + value + end
  }

  withKey(key: string): string {
    return this.text.slice(0, this.#keyAt) + key + this.text.slice(this.#keyAt + 4)
  }

  /** The same entry over and over again. */
  repeated(size: number): string {
    const { head, part, tail } = this.#repeated
    return head + filled(part, size) + tail
  }

  /** Behind the declaration of XML. */
  withDoctype(doctype: string, value: string): string {
    const text = this.withValue(value)
    const at = text.startsWith('<?') ? text.indexOf('?>') + 2 : 0
    return `${text.slice(0, at)}\n${doctype}${text.slice(at)}`
  }

  /** What has a meaning in such a file: all its signs. */
  get signs(): string[] {
    return [...new Set(this.text.replaceAll(/[A-Za-z0-9]/g, ''))].filter((sign) => sign < '\x7f')
  }
}

const VALUE = 'Qvalue'

function write(format: Format, keys: string[]): string {
  const writer = format.write({ locale: 'de', structure: 'flat', style: 'pretty' })
  const entries = keys.map((key) => ({
    key,
    value: VALUE,
    syntax: format.syntax,
    ...(format.isMultiLocale && { locale: 'de' }),
    ...(format.hasDescriptions && { description: 'Told' }),
  }))
  const pieces = [writer.add(entries), ...writer.end()]
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece))).toString('latin1')
}

function difference(one: string, two: string) {
  let from = 0
  while (from < one.length && one[from] === two[from]) from++
  let end = 0
  while (end < one.length - from && one.at(-1 - end) === two.at(-1 - end)) end++
  return { head: two.slice(0, from), part: two.slice(from, two.length - end), tail: two.slice(two.length - end) }
}

export const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'latin1')
export const filled = (part: string, size: number) => part.repeat(Math.ceil(size / part.length))

/** What opens something, in one syntax or another, and what never ends. */
const TOKENS = [
  ...[
    '{"a":',
    '[{',
    '{a: ',
    '- ',
    '? ',
    "['a' => ",
    'array(',
    '{ a: ',
    '{{',
    '{ $a ->\n *[x] ',
    '(',
    '`${',
    '`',
    '"""',
  ],
  ...['<a>', '<a ', '<a b="', '<!--', '<![CDATA[', '<?', '<!DOCTYPE ', '&', '&#', '&#x41;', '</a>', ']]>'],
  ...['/*', '//', '#', '\\', '\\u', '\\ud800', "\\'", '\r', '\r\n', '\n ', '\t', '|', '>', '&a ', '*a ', '!!a '],
  ...['"', '""', "'", "''", '%', '=', ':', ';', ',', '$', '\0', '\xff', '\x80', '\xc3', '\xed\xa0\x80', 'a', ' '],
]

/** Of each sign that a file of the format has. */
export const wholeFiles = (sample: Sample): Hostile[] =>
  sample.signs.map((sign) => ({
    title: `nothing but ${JSON.stringify(sign)}`,
    make: (size) => Buffer.alloc(size, sign),
  }))

export function openings(sample: Sample): Hostile[] {
  const cases: Hostile[] = []
  for (const token of TOKENS) {
    const name = JSON.stringify(token)
    cases.push({ title: `nothing but ${name}`, make: (size) => bytesOf(filled(token, size)) })
    if (!sample.isText) continue
    cases.push(
      { title: `${name} in a value`, make: (size) => bytesOf(sample.withValue(filled(token, size))) },
      { title: `${name} without an end`, make: (size) => bytesOf(sample.withValue(filled(token, size), false)) },
    )
  }
  return cases
}

export const longOnes = (sample: Sample): Hostile[] =>
  sample.isText
    ? [
        { title: 'a long value', make: (size) => bytesOf(sample.withValue(filled('word ', size))) },
        { title: 'a long key', make: (size) => bytesOf(sample.withKey(filled('k', size))) },
      ]
    : []

export function manyOnes(sample: Sample): Hostile[] {
  if (!sample.isText) return []
  const attributes = (size: number) => Array.from({ length: size / 16 }, (_, at) => ` a${at}="1"`).join('')
  return [
    { title: 'one entry many times', make: (size) => bytesOf(sample.repeated(size)) },
    { title: 'many entries that are cut off', make: (size) => bytesOf(sample.repeated(size).slice(0, -5)) },
    { title: 'a tag with many attributes', make: (size) => bytesOf(sample.withValue(`<a${attributes(size)}/>`)) },
    { title: 'deeper and deeper', make: (size) => bytesOf(steps(Math.sqrt(2 * size))) },
  ]
}

/** Each line further in than the one before. */
const steps = (lines: number) => Array.from({ length: lines }, (_, at) => `${' '.repeat(at)}a:\n`).join('')

/** Small ones: cut off anywhere, with a sign too many anywhere, in every encoding there is and in none. */
export function* brokenFiles(sample: Sample): Generator<[title: string, bytes: Uint8Array], void, void> {
  const { text } = sample
  const every = Math.ceil(text.length / 400)
  for (let at = 0; at < text.length; at += every) {
    yield [`cut off at ${at}`, bytesOf(text.slice(0, at))]
    const sign = SIGNS[at % SIGNS.length] ?? ''
    yield [`${JSON.stringify(sign)} at ${at}`, bytesOf(text.slice(0, at) + sign + text.slice(at))]
  }
  yield* encodings(sample)
}

const SIGNS = [
  '\0',
  '"',
  '\xff',
  '{',
  '<',
  '\\',
  '}',
  "'",
  '&',
  '\xed\xa0\x80',
  '>',
  '[',
  '\n',
  '#',
  ':',
  '\\ud800',
  '=',
]

function* encodings(sample: Sample): Generator<[title: string, bytes: Uint8Array], void, void> {
  for (const text of [sample.text, ...(sample.isText ? [sample.withValue('\ud800'), sample.withKey('\udc00k')] : [])]) {
    const little = Buffer.from(`\ufeff${text}`, 'utf16le')
    const big = Buffer.from(little).swap16()
    yield ['UTF-16', little]
    yield ['UTF-16, the other way round', big]
    yield ['UTF-16 without a mark', little.subarray(2)]
    yield ['UTF-16 cut off within a character', little.subarray(0, -1)]
    yield ['UTF-16 cut off within the first', big.subarray(0, 3)]
    yield ['UTF-16 that is UTF-8', Buffer.concat([Buffer.from([0xff, 0xfe]), bytesOf(text)])]
    yield ['UTF-32', Buffer.concat([Buffer.from([0xff, 0xfe, 0, 0]), little.subarray(2)])]
    yield ['two marks', Buffer.from(`\ufeff\ufeff${text}`)]
  }
  for (const bytes of [
    '\xff\xfe',
    '\xfe\xff',
    '\xef\xbb\xbf',
    '\xef\xbb',
    '\xff',
    '\0',
    '',
    '\xff\xfe\0\xd8',
    '\xfe\xff\xdc\0',
  ])
    yield [`nothing but ${JSON.stringify(bytes)}`, bytesOf(bytes)]
  if (!sample.isText) return
  const values = [
    '\xc3',
    '\xc0\x80',
    '\xf8\x88\x80\x80\x80',
    '\xf4\x90\x80\x80',
    '\0',
    '\\u0000',
    '\\ud800',
    '&#xD800;',
    '&#0;',
  ]
  for (const value of [
    ...values,
    '&#1114112;',
    '&#x99999999999;',
    '\\u{110000}',
    '\\U00110000',
    '\\x00',
    '%00',
    '\\000',
  ]) {
    yield [`${JSON.stringify(value)} as a value`, bytesOf(sample.withValue(value))]
    yield [`${JSON.stringify(value)} as a key`, bytesOf(sample.withKey(value))]
  }
}

/** Entities that become a thousand million letters, the content of other files, or both. */
export function bombsOfXml(sample: Sample): [title: string, bytes: Uint8Array][] {
  const levels = Array.from({ length: 9 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`).join('')
  const doctype = (inside: string) => `<!DOCTYPE x [${inside}]>`
  return [
    ['entities in entities', sample.withDoctype(doctype(`<!ENTITY e0 "ha">${levels}`), '&e9;')],
    ['a long entity', sample.withDoctype(doctype(`<!ENTITY e "${'x'.repeat(50_000)}">`), '&e;'.repeat(20_000))],
    ['a file of the machine', sample.withDoctype(doctype('<!ENTITY e SYSTEM "file:///etc/passwd">'), '&e;')],
    ['a parameter', sample.withDoctype(doctype('<!ENTITY % e SYSTEM "http://127.0.0.1/e.dtd"> %e;'), 'x')],
  ].map(([title = '', text = '']) => [title, bytesOf(text)])
}

/** Lists of lists of lists by alias, and what holds itself. */
export function bombsOfYaml(): [title: string, bytes: Uint8Array][] {
  const names = Array.from('abcdefghi')
  const lists = names.map((name, at) => {
    const member = at === 0 ? '"ha"' : `*${names[at - 1]}`
    return `  ${name}: &${name} [${Array(9).fill(member).join(',')}]\n`
  })
  const maps = names.map((name, at) => {
    const member = at === 0 ? 'x: ha' : names.map((one) => `${one}: *${names[at - 1]}`).join(', ')
    return `  ${name}: &${name} {${member}}\n`
  })
  return [
    ['lists by alias', `de:\n${lists.join('')}`],
    ['maps by alias', `de:\n${maps.join('')}`],
  ].map(([title = '', text = '']) => [title, bytesOf(text)])
}
