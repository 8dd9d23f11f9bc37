import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { strFromU8, unzipSync, Zip, ZipDeflate } from 'fflate'
import type { Entry } from '../src/entry.ts'
import type { WriteOptions, Writer } from '../src/format.ts'
import type { Remark } from '../src/remark.ts'
import { cellOf, rowsOf, workbookOf } from '../src/xlsx/test/workbook-of.ts'
import { xlsx } from '../src/xlsx/xlsx.ts'

const standard = { locale: 'en', structure: 'flat', style: 'pretty' } as const

function finished(writer: Writer | undefined, entries: readonly Entry[]): Buffer {
  assert.ok(writer)
  const pieces = [writer.add(entries), ...writer.end()]
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece as string)))
}

const write = (entries: readonly Entry[], options: Partial<WriteOptions> = {}) =>
  finished(xlsx.write({ ...standard, ...options }), entries)

const patch = (base: Uint8Array, entries: readonly Entry[], options: Partial<WriteOptions> = {}) =>
  finished(xlsx.patch?.(base, { ...standard, ...options }), entries)

function read(bytes: Uint8Array): Entry[] {
  const remark = ({ message }: Remark) => assert.fail(message)
  return [...xlsx.read(bytes, { remark })]
    .flatMap(({ entries }) => entries)
    .map(({ key, value, locale, namespace }) => ({
      key,
      value,
      ...(locale === undefined ? {} : { locale }),
      ...(namespace === undefined ? {} : { namespace }),
    }))
}

const partsOf = (bytes: Uint8Array) =>
  new Map(Object.entries(unzipSync(bytes)).map(([name, content]) => [name, strFromU8(content)]))
const sheetIn = (bytes: Uint8Array, at = 0) => partsOf(bytes).get(`xl/worksheets/sheet${at}.xml`) ?? ''
/** The rows of a sheet, without what stands around them. */
const rowsIn = (bytes: Uint8Array, at = 0) => /<sheetData>(.*)<\/sheetData>/s.exec(sheetIn(bytes, at))?.[1]

describe('written anew', () => {
  const namesOf = (bytes: Uint8Array) =>
    Array.from((partsOf(bytes).get('xl/workbook.xml') ?? '').matchAll(/<sheet name="(.*?)"/g), ([, name]) => name)

  test('the same texts give the same bytes, however they come', () => {
    const entries = Array.from({ length: 2_000 }, (_, at) => ({ key: `k${10_000 + at}`, value: `${at}`, locale: 'en' }))
    const writer = xlsx.write({ ...standard, locales: ['en'] })
    const pieces = [...entries.map((entry) => writer.add([entry])), ...writer.end()]
    const one = Buffer.concat(pieces.map((piece) => Buffer.from(piece as string)))
    assert.deepEqual(read(one), read(write(entries)))
    assert.deepEqual(read(one), entries)
  })

  test('namespaces whose names no sheet may have', () => {
    const long = 'a namespace that is longer than thirty-one characters'
    const names = ['a/b:c', 'A_B_C', `${long} 1`, `${long} 2`, "'quoted'", 'history', '😀'.repeat(16), '<&">']
    const entries = names.map((namespace, at) => ({ key: `k${at}`, value: 'x', locale: 'en', namespace }))
    const bytes = write(entries)
    assert.deepEqual(namesOf(bytes), [
      'a_b_c',
      'A_B_C (2)',
      'a namespace that is longer than',
      'a namespace that is longer (2)',
      '’quoted’',
      'history_',
      '😀'.repeat(15),
      '&lt;&amp;&quot;&gt;',
    ])
    assert.deepEqual(read(bytes), entries)
  })

  test('cells are texts whose spaces stay, and which no program runs', () => {
    const bytes = write([{ key: 'a', value: ' =1\u0001_x0041_\r\n', locale: 'en' }])
    assert.match(sheetIn(bytes, 1), /t="inlineStr"><is><t xml:space="preserve"> =1_x0001__x005F_x0041__x000D_\n<\/t>/)
    assert.match(sheetIn(write([{ key: '=a', value: '-1', locale: 'en' }]), 1), /<t>'=a<\/t>.*<t>'-1<\/t>/)
  })

  test('texts that Excel would cut are told', () => {
    const remarks: Remark[] = []
    const entries = [32_767, 32_768].map((length) => ({ key: `${length}`, value: 'x'.repeat(length), locale: 'en' }))
    const bytes = write(entries, { remark: (remark) => remarks.push(remark) })
    assert.deepEqual(
      remarks.map(({ code, key }) => [code, key]),
      [['value_not_convertible', '32768']],
    )
    assert.deepEqual(read(bytes), entries)
  })
})

describe('brought up to date', () => {
  const base = workbookOf(
    {
      Sheet1: `<row r="1" spans="1:2" ht="20"><c r="A1" s="3" t="s"><v>0</v></c><c r="B1" s="3" t="s"><v>1</v></c></row>
<row r="2" spans="1:2"><c r="A2" t="s"><v>2</v></c><c r="B2" s="5" t="s"><v>3</v></c></row>
<row r="3"><c r="A3" t="s"><v>4</v></c></row>`,
      Notes: rowsOf(['Language', 'de'], ['a', 'A']),
    },
    {
      strings: '<si><t>key</t></si><si><t>de</t></si><si><t>a</t></si><si><r><t>A</t></r></si><si><t>b</t></si>',
      'xl/media/image1.png': '\u0000picture',
    },
  )
  const a = { key: 'a', value: 'A', locale: 'de' }

  test('only the cells of other texts change, with the look they had, and no other part', () => {
    const after = patch(base, [{ ...a, value: 'A & B' }])
    const changed = '<c r="B2" s="5" t="inlineStr"><is><t>A &amp; B</t></is></c>'
    assert.equal(sheetIn(after), sheetIn(base).replace('<c r="B2" s="5" t="s"><v>3</v></c>', changed))
    const others = (bytes: Uint8Array) => [...partsOf(bytes)].filter(([name]) => !name.endsWith('sheet0.xml'))
    assert.deepEqual(others(after), others(base))
  })

  test('files that are not changed keep their packed bytes', () => {
    const image = Buffer.from(base).indexOf('xl/media/image1.png')
    const packed = Buffer.from(base).subarray(image, image + 30)
    assert.ok(patch(base, [{ ...a, value: 'B' }]).includes(packed))
  })

  test('new texts and new rows look like their column, and the sheet says how far it reaches', () => {
    const after = patch(base, [a, { key: 'b', value: 'B', locale: 'de' }, { key: 'aa', value: 'C', locale: 'de' }])
    assert.ok(
      rowsIn(after)?.endsWith(
        '<row r="3"><c r="A3" t="s"><v>4</v></c><c r="B3" s="5" t="inlineStr"><is><t>B</t></is></c></row>' +
          '<row r="4"><c r="A4" t="inlineStr"><is><t>aa</t></is></c><c r="B4" s="5" t="inlineStr"><is><t>C</t></is></c></row>',
      ),
    )
    assert.match(sheetIn(after), /<dimension ref="A1:B4"\/>/)
  })

  test('a language that the sheet does not have gets a column', () => {
    const after = patch(base, [a, { key: 'a', value: 'E', locale: 'fr' }])
    assert.deepEqual(read(after), [a, { key: 'a', value: 'E', locale: 'fr' }, { key: 'b', value: '', locale: 'de' }])
    assert.match(sheetIn(after), /<dimension ref="A1:C2"\/>/)
    assert.ok(!rowsIn(after)?.includes('spans'))
  })

  test('what the project does not have leaves on request, and empty texts empty their cells', () => {
    const rows = rowsOf(['key', 'de'], ['a', 'A'], ['b', 'B'], ['c', 'C'])
    const after = patch(workbookOf({ Sheet1: rows }), [a, { key: 'c', value: '', locale: 'de' }], {
      locales: ['de'],
      prune: true,
    })
    assert.equal(
      rowsIn(after),
      `${rowsOf(['key', 'de'], ['a', 'A'])}<row r="4" spans="1:2">${cellOf('A4', 'c')}<c r="B4"/></row>`,
    )
  })

  test('each namespace has its sheet, and its languages', () => {
    const sheets = workbookOf({
      one: rowsOf(['key', 'de'], ['a', 'A']),
      two: rowsOf(['key', 'fr'], ['a', 'B']),
      more: rowsOf(['key', 'namespace', 'de'], ['z', 'three', 'Z']),
    })
    const entries = [
      { key: 'a', value: 'A', locale: 'de', namespace: 'one' },
      { key: 'a', value: 'B', locale: 'fr', namespace: 'two' },
      { key: 'b', value: 'C', locale: 'de', namespace: 'one' },
      { key: 'b', value: 'D', locale: 'fr', namespace: 'two' },
      { key: 'b', value: 'E', locale: 'de', namespace: 'three' },
      { key: 'b', value: 'F', locale: 'de', namespace: 'four' },
      { key: 'z', value: 'Z', locale: 'de', namespace: 'three' },
    ]
    const after = patch(sheets, entries)
    const identity = ({ namespace, key, locale, value }: Entry) => [namespace, key, locale, value].join(' ')
    assert.deepEqual(read(after).map(identity).sort(), entries.map(identity).sort())
    assert.equal(rowsIn(after), `${rowsIn(sheets)}<row r="3">${cellOf('A3', 'b')}${cellOf('B3', 'C')}</row>`)
  })

  test('archives of programs that say sizes behind the files, or in 64 bits', () => {
    for (const bytes of [withDescriptors(base), withWideSizes(base)]) {
      assert.deepEqual(patch(bytes, [a]), Buffer.from(bytes))
      const after = patch(bytes, [{ ...a, value: 'B' }])
      assert.deepEqual(
        read(after).map(({ value }) => value),
        ['B', ''],
      )
      assert.deepEqual([...partsOf(after).keys()], [...partsOf(base).keys()])
      // Its own header tells the sizes of a sheet that changed, so nothing may be said to follow it.
      const header = after.indexOf('xl/worksheets/sheet0.xml') - LOCAL_SIZE
      assert.equal(after.readUInt16LE(header + 6) & DATA_DESCRIPTOR, 0)
    }
  })
})

/** As programs write that do not know beforehand how large a file becomes. */
function withDescriptors(bytes: Uint8Array): Uint8Array {
  const pieces: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    pieces.push(piece)
  })
  for (const [name, content] of Object.entries(unzipSync(bytes))) {
    const file = new ZipDeflate(name)
    file.mtime = '1980-01-01T00:00:00'
    zip.add(file)
    file.push(content, true)
  }
  zip.end()
  return Buffer.concat(pieces)
}

const LOCAL_SIZE = 30
const DATA_DESCRIPTOR = 8
const END_SIZE = 22
const LISTED_SIZE = 46

/** As programs write for which any file may have thousands of megabytes. */
function withWideSizes(given: Uint8Array): Uint8Array {
  const bytes = Buffer.from(given)
  const end = bytes.length - END_SIZE
  const directory = bytes.readUInt32LE(end + 16)
  const listed: Buffer[] = []
  for (let at = directory; at < end; ) {
    const nameEnd = at + LISTED_SIZE + bytes.readUInt16LE(at + 28)
    const entry = Buffer.from(bytes.subarray(at, nameEnd))
    const extra = Buffer.alloc(28)
    extra.writeUInt16LE(1, 0)
    extra.writeUInt16LE(24, 2)
    for (const [to, from] of [
      [4, 24],
      [12, 20],
      [20, 42],
    ] as const) {
      extra.writeUInt32LE(entry.readUInt32LE(from), to)
      entry.writeUInt32LE(0xffffffff, from)
    }
    entry.writeUInt16LE(extra.length, 30)
    listed.push(entry, extra)
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  const last = Buffer.from(bytes.subarray(end))
  last.writeUInt32LE(Buffer.concat(listed).length, 12)
  return Buffer.concat([bytes.subarray(0, directory), ...listed, last])
}
