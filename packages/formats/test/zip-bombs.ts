import { constants, crc32, deflateRawSync } from 'node:zlib'

interface Member {
  name: string
  packed: Uint8Array
  crc: number
  /** As the archive tells it, whether it is so or not. */
  size: number
}

const MEGABYTE = 2 ** 20

/** Workbooks that become large when they are unpacked, and archives that are none. */
export function zipBombs(): [title: string, bytes: Uint8Array][] {
  const sheet = (size: number, told = size) => bomb('xl/worksheets/sheet1.xml', size, told)
  const rows = '<row><c t="inlineStr"><is><t>a</t></is></c></row>'
  const honest = workbook(packed('xl/worksheets/sheet1.xml', Buffer.from(sheetOf(rows))))
  return [
    ['a sheet of ten thousand million letters', workbook(sheet(10_000 * MEGABYTE))],
    ['one that tells it is small', workbook(sheet(10_000 * MEGABYTE, 100))],
    ['texts of ten thousand million letters', workbook(bomb('xl/sharedStrings.xml', 10_000 * MEGABYTE))],
    ['many members', archive(Array.from({ length: 20_000 }, (_, at) => packed(`xl/${at}`, Buffer.from('x'))))],
    [
      'the same member many times',
      workbook(...Array(2_000).fill(packed('xl/worksheets/sheet1.xml', Buffer.from(sheetOf(rows))))),
    ],
    ['no end', honest.subarray(0, -30)],
    ['no beginning', honest.subarray(30)],
    ['half of it', honest.subarray(0, honest.length / 2)],
    ['nothing but the end of one', Buffer.from(`PK\x05\x06${'\0'.repeat(18)}`, 'latin1')],
    ['a directory that is not there', Buffer.from(`PK\x03\x04PK\x05\x06${'\xff'.repeat(18)}`, 'latin1')],
    ['ends without end', Buffer.from('PK\x05\x06'.repeat(MEGABYTE / 4), 'latin1')],
    [
      'a broken member',
      workbook({ ...packed('xl/worksheets/sheet1.xml', Buffer.from(sheetOf(rows))), packed: Buffer.alloc(500, 0xff) }),
    ],
    [
      'rows that never end',
      workbook(packed('xl/worksheets/sheet1.xml', Buffer.from(`<worksheet><sheetData>${'<row>'.repeat(100_000)}`))),
    ],
    [
      'a row far away',
      workbook(
        packed(
          'xl/worksheets/sheet1.xml',
          Buffer.from(
            sheetOf(
              '<row r="1"><c r="A1" t="inlineStr"><is><t>key</t></is></c><c r="XFD1" t="inlineStr"><is><t>de</t></is></c></row><row r="1048576"><c r="A1048576" t="inlineStr"><is><t>a</t></is></c></row>',
            ),
          ),
        ),
      ),
    ],
    [
      'a column that is not there',
      workbook(
        packed(
          'xl/worksheets/sheet1.xml',
          Buffer.from(sheetOf(`<row><c r="${'Z'.repeat(1_000)}1" t="s"><v>99999999999</v></c></row>`)),
        ),
      ),
    ],
  ]
}

const sheetOf = (rows: string) =>
  `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`

function workbook(...members: Member[]): Buffer {
  const office = 'http://schemas.openxmlformats.org'
  const files = {
    '[Content_Types].xml': `<Types xmlns="${office}/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${office}/spreadsheetml/2006/main" xmlns:r="${office}/officeDocument/2006/relationships"><sheets><sheet name="default" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
  }
  return archive([...Object.entries(files).map(([name, text]) => packed(name, Buffer.from(text))), ...members])
}

const packed = (name: string, data: Uint8Array): Member => ({
  name,
  packed: deflateRawSync(data),
  crc: crc32(data),
  size: data.length,
})

/** Spaces: one megabyte of them is packed once, and that over and over again. */
function bomb(name: string, size: number, told = size): Member {
  const block = deflateRawSync(Buffer.alloc(MEGABYTE, ' '), { finishFlush: constants.Z_FULL_FLUSH })
  const blocks = Array<Uint8Array>(Math.ceil(size / MEGABYTE)).fill(block)
  return { name, packed: Buffer.concat([...blocks, Buffer.from([3, 0])]), crc: 0, size: told }
}

function archive(members: Member[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, packed, crc, size } of members) {
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc, 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(size % 2 ** 32, 18)
    common.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0', 'latin1'), common, rest, Buffer.from(name)]))
    parts.push(local)
    offset += local.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(members.length % 2 ** 16, 4)
  end.writeUInt16LE(members.length % 2 ** 16, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, listed, Buffer.from('PK\x05\x06', 'latin1'), end])
}
