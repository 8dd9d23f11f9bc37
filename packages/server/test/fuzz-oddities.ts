// What requests are made odd with. Escapes are part of it: lists of addresses hold text as it stands in an address.

/** Written into the body as they are, because JSON.stringify cannot: too deep for it, or no number of JavaScript. */
export const RAW: Record<string, string> = {
  '@deep arrays@': `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  '@deep objects@': `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  '@endless@': '1e400',
  '@precise@': '9007199254740993',
}

const NUMBERS = [0, -1, 1.5, 1e30, -1e30, 2 ** 31, 2 ** 53, 2 ** 53 + 2, 2 ** 63]
const STRINGS = `__proto__|constructor|toString|%00|../../etc/passwd|1|true|null|en-|-|x-|@|a@b|\0|a\0b|\ud800|x\udc00y|\uffff|\u202E|مرحبا| |`
const OTHERS: readonly unknown[] = [
  null,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  [{}],
  { length: 1 },
  { toString: 1 },
  ['a', 1, null],
]
const LONG = ['😀'.repeat(400), 'x'.repeat(70_000)]

export const ODD: readonly unknown[] = [
  ...NUMBERS,
  ...STRINGS.split('|'),
  ...OTHERS,
  ...LONG,
  ...Object.keys(RAW),
  JSON.parse('{"__proto__":{"x":1}}'),
]

/** What a text may end with that not everything can hold, count or show. */
export const ODD_ENDINGS: readonly string[] = [
  '\0',
  '\0',
  '\ud800',
  '\udc00',
  '\u202E',
  '\uffff',
  '\u0301',
  '😀',
  '\n',
  '%',
  '\\',
]

/** Bodies that are no JSON objects, some no JSON, some no text. */
export const BROKEN_BODIES: readonly (string | Buffer)[] = [
  ...`|{|}|{"a":|nul|undefined|[]|[1,2]|"text"|1|null|true|{}{}|{'a':1}|{"a":1,}|a=1&b=2|<xml/>|0x10|-`.split('|'),
  ...String.raw`{"key":"a","key":"b"}|{"\u0000":1}|{"key":"\ud800"}|1e400`.split('|'),
  '\uFEFF{}',
  ...Object.values(RAW),
  Buffer.from([0xff, 0xfe, 0x7b]),
  Buffer.from('{"key":"\xff"}', 'latin1'),
  Buffer.from('{"key":"ü"}', 'utf16le'),
  Buffer.alloc(64),
]

export const ODD_SEGMENTS: readonly string[] = [
  ...'0 -1 00 01 1.0 1e3 1e30 +1 %39%39 0x1 2147483648 9007199254740991 9007199254740993 9223372036854775808'.split(
    ' ',
  ),
  ...'%EF%BC%91 NaN null undefined abc %20 %00 a%00b % %zz %E0%A4%A %C0%AE %ED%A0%80 %F0%9F%98%80'.split(' '),
  ...'%2e%2e ..%2f.. %252e %2F %5C * :id {id} __proto__ constructor ids events batch'.split(' '),
  'x'.repeat(3000),
]

export const ODD_QUERY_VALUES: readonly string[] = [
  ...'0 -1 1 101 1e3 1.5 abc 1,2 , ,,1, %00 % %E0%A4%A %ED%A0%80 %F0%9F%98%80 null [] true'.split(' '),
  ...'%27%3Bselect%20pg_sleep(5) 9223372036854775808'.split(' '),
  '',
  'x'.repeat(5000),
]

export const ODD_HEADERS: readonly Record<string, string>[] = [
  ...['', '/', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'].map(contentType),
  ...['Application/JSON ; charset=utf-8', 'application/json;charset=utf-16', 'application/json, a/b'].map(contentType),
  ...['Bearer', 'Bearer  ', 'Basic dXNlcjpwYXNz', `Bearer ${'x'.repeat(8000)}`, 'Bearer t\u00fcms'].map(authorization),
  ...['', '%00', '%E0%A4%A; tms_session=x; ;=;', 'x'.repeat(8000)].map((value) => ({ cookie: `tms_session=${value}` })),
  ...['null', 'https://elsewhere.example', '%'].map((origin) => ({ origin })),
  ...['104857601', '99999999999999999'].map((length) => ({ 'content-length': length })),
  { 'content-encoding': 'gzip' },
  { accept: 'application/xml' },
  { 'sec-fetch-site': 'cross-site' },
  { 'x-csrf-token': '' },
  { 'x-csrf-token': 'wrong' },
  { 'x-http-method-override': 'DELETE' },
  { host: '' },
  { expect: '100-continue' },
  { 'last-event-id': '-1' },
]

function contentType(value: string) {
  return { 'content-type': value }
}

function authorization(value: string) {
  return { authorization: value }
}
