import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { onThisMachine, workOf } from '../../server/test/this-machine.ts'
import { readTmx, TmxError, type TmxFile, type TmxUnit, tmxHead, tmxTail, tmxUnit } from '../src/tmx/index.ts'

function read(content: string) {
  const file: TmxFile = { sourceLocale: null }
  const units: TmxUnit[] = []
  for (const found of readTmx(content, file)) units.push(...found)
  return { ...file, units }
}

const around = (units: string, srclang = 'en') =>
  `<tmx version="1.4"><header srclang="${srclang}"/><body>${units}</body></tmx>`
const pair = (source: string, target: string, more = '') =>
  `<tu ${more}><tuv xml:lang="en"><seg>${source}</seg></tuv><tuv xml:lang="de"><seg>${target}</seg></tuv></tu>`
const textOf = (seg: string) => read(around(pair(seg, 'x'))).units[0]?.segments[0]?.text

const texts: [written: string, means: string][] = [
  ['plain', 'plain'],
  [' kept\n\t white  space ', ' kept\n\t white  space '],
  ['&lt;b&gt; &amp; &quot;&apos;&#65;&#x1F600;', '<b> & "\'A😀'],
  ['<![CDATA[<raw> & such]]> more', '<raw> & such more'],
  ['a<!-- comment -->b<?pi?>c', 'abc'],
  ['Press <bpt i="1">&lt;b&gt;</bpt>OK<ept i="1">&lt;/b&gt;</ept>', 'Press <b>OK</b>'],
  ['Hi <ph x="1">{name}</ph>, <hi type="term">nested <sub>sub</sub></hi>', 'Hi {name}, nested sub'],
  ['line\r\nbreak\rs', 'line\nbreak\ns'],
  ['', ''],
]
for (const [written, means] of texts) {
  test(`a segment written as ${JSON.stringify(written)}`, () => assert.equal(textOf(written), means))
}

test('what a file says of its units', () => {
  const tu = `<tu usagecount="3" creationdate="20260102T030405Z" changedate="not a date" creationid="Ann &amp; Bo">
    <note>ignored</note><prop type="x-context">menu.file</prop><prop type="x-other">no</prop>
    <tuv lang="EN-us" usagecount="7"><prop type="x-context">not here</prop><seg>File</seg></tuv>
    <tuv xml:lang="de" lastusagedate="20260203T040506Z"><seg>Datei</seg></tuv></tu>`
  const shared = { usageCount: 3, createdAt: new Date('2026-01-02T03:04:05Z'), author: 'Ann & Bo' }
  assert.deepEqual(read(around(tu, 'EN-us')), {
    sourceLocale: 'EN-us',
    units: [
      {
        context: 'menu.file',
        segments: [
          { lang: 'EN-us', text: 'File', ...shared, usageCount: 7 },
          { lang: 'de', text: 'Datei', ...shared, lastUsedAt: new Date('2026-02-03T04:05:06Z') },
        ],
      },
    ],
  })
})

const oddities: [name: string, content: string][] = [
  ['a byte order mark', `\ufeff<?xml version="1.0"?>${around(pair('a', 'b'))}`],
  ['a declaration of another encoding', `<?xml version="1.0" encoding="UTF-16"?>${around(pair('a', 'b'))}`],
  ['a document type', `<?xml version="1.0"?><!DOCTYPE tmx SYSTEM "tmx14.dtd">${around(pair('a', 'b'))}`],
  ['a document type of its own', `<!DOCTYPE tmx [<!ELEMENT tmx ANY><!ENTITY x "y">]>${around(pair('a', 'b'))}`],
  ['all languages as the source', around(pair('a', 'b'), '*all*')],
  ['no header', `<tmx><body>${pair('a', 'b')}</body></tmx>`],
]
for (const [name, content] of oddities) {
  test(`a file with ${name} is read`, () => {
    const { units } = read(content)
    assert.deepEqual(
      units.map(({ segments }) => segments.map(({ text }) => text)),
      [['a', 'b']],
    )
  })
}

const laughs = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('')
const unreadable: [name: string, content: string][] = [
  ['nothing', ''],
  ['no XML', 'hello'],
  ['JSON', '{"a": 1}'],
  ['another root', '<xliff/>'],
  ['an end too early', around(pair('a', 'b')).slice(0, -10)],
  ['two roots', `${around('')}${around('')}`],
  ['elements that overlap', '<tmx><body></tmx></body>'],
  ['a control character', around(pair('a\u0001', 'b'))],
  ['an unknown entity', around(pair('&nbsp;', 'b'))],
  ['an outside entity', `<!DOCTYPE tmx [<!ENTITY x SYSTEM "file:///etc/passwd">]>${around(pair('&x;', 'b'))}`],
  [
    'a document type that is written elsewhere',
    `<!DOCTYPE tmx [<!ENTITY % passwd SYSTEM "http://127.0.0.1/"> %passwd;]>${around(pair('a', 'b'))}`,
  ],
  ['entities of entities', `<!DOCTYPE tmx [<!ENTITY l0 "lol">${laughs}]>${around(pair('&l9;', 'b'))}`],
  [
    'one large entity, many times',
    `<!DOCTYPE tmx [<!ENTITY x "${'y'.repeat(1e5)}">]>${around(pair('&x;'.repeat(1e5), 'b'))}`,
  ],
  ['a unit in more languages than there are', around(`<tu>${'<tuv lang="de"><seg>x</seg></tuv>'.repeat(1e5)}</tu>`)],
  ['a million levels', around('<a>'.repeat(1e6))],
  ['a million attributes', around(`<a ${Array.from({ length: 1e6 }, (_, at) => `a${at}=""`).join(' ')}/>`)],
]
for (const [name, content] of unreadable) {
  test(`a file with ${name} is refused, at once`, () => {
    const began = performance.now()
    assert.throws(
      () => read(content),
      (error) => error instanceof TmxError && !/passwd|lol|yyy/.test(error.message),
    )
    assert.ok(performance.now() - began < onThisMachine(2_000))
  })
}

const text = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom(
        '<',
        '&',
        '\r',
        '\n',
        ']]>',
        '\u0001',
        '\u001f',
        '\ufffe',
        '\uffff',
        '\u0085',
        '\u007f',
        '<ph type="x-u+1"/>',
        '"',
        ' ',
      ),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    ),
    minLength: 1,
  })
  .filter((generated) => generated.isWellFormed() && !generated.includes('\0'))
const moment = fc.integer({ min: 0, max: 2e12 }).map((at) => new Date(at))

test('what is written is read back, whatever it is', () => {
  const details = {
    createdAt: moment,
    changedAt: moment,
    lastUsedAt: moment,
    authorId: fc.option(fc.nat()),
    projectId: fc.nat(),
  }
  const told = fc.record(details, { requiredKeys: [], noNullPrototype: true })
  const fields = { source: text, target: text, context: fc.option(text), usageCount: fc.nat(), told }
  const unit = fc.record(fields, { noNullPrototype: true })
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 5 }), (units) => {
      const content = units.map(({ source, target, context, usageCount, told }) =>
        tmxUnit({
          source: { lang: 'en', text: source },
          target: { lang: 'zh-Hant-TW', text: target, usageCount, author: 'Ann "A" <a>', ...told },
          context,
        }),
      )
      const found = read(tmxHead('en', '1', 'here') + content.join('') + tmxTail)
      assert.deepEqual([found.sourceLocale, found.origin], ['en', 'here'])
      assert.deepEqual(
        found.units.map(({ segments: [first, second], context }) => ({ source: first?.text, context, second })),
        units.map(({ source, target, context, usageCount, told }) => ({
          source,
          context,
          second: { lang: 'zh-Hant-TW', text: target, usageCount, author: 'Ann "A" <a>', ...told },
        })),
      )
    }),
    { numRuns: 200 },
  )
})

test('a large file is read in short steps', () => {
  const content = around(pair('The quick brown fox', 'Der schnelle braune Fuchs').repeat(30_000))
  const steps = readTmx(content, { sourceLocale: null })
  let longest = 0
  let units = 0
  for (let isEnd = false; !isEnd; ) {
    const work = workOf(() => {
      const { done, value } = steps.next()
      isEnd = done === true
      units += value?.length ?? 0
    })
    longest = Math.max(longest, work)
  }
  assert.equal(units, 30_000)
  assert.ok(longest < onThisMachine(50), `${longest} ms`)
})

const TOOLKIT = `
import sys
from translate.storage import tmx
store = tmx.tmxfile.parsefile(sys.argv[1])
for unit in store.units: print(repr((unit.source, unit.target)))
`
const hasToolkit = spawnSync('/usr/bin/python3', ['-c', 'import translate.storage.tmx']).status === 0

test('the Translate Toolkit reads it', { skip: !hasToolkit }, () => {
  const dir = mkdtempSync(join(tmpdir(), 'parlance-tmx-'))
  try {
    const units = [
      {
        source: { lang: 'en', text: 'Save <b> & "go"' },
        target: { lang: 'de', text: 'Speichern\nund los' },
        context: 'a',
      },
      { source: { lang: 'en', text: '😀' }, target: { lang: 'de', text: 'مرحبا' }, context: null },
    ]
    const file = join(dir, 'memory.tmx')
    writeFileSync(file, tmxHead('en', '1', 'here') + units.map(tmxUnit).join('') + tmxTail)
    const { stdout, stderr } = spawnSync('/usr/bin/python3', ['-c', TOOLKIT, file], { encoding: 'utf8' })
    assert.equal(stderr, '')
    assert.deepEqual(stdout.trim().split('\n'), [`('Save <b> & "go"', 'Speichern\\nund los')`, `('😀', 'مرحبا')`])
  } finally {
    rmSync(dir, { recursive: true })
  }
})
