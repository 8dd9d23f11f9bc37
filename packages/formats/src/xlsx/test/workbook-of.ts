import { strToU8, zipSync } from 'fflate'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

/** A workbook as other programs write it: the XML of the rows of its sheets, and more parts. */
export function workbookOf(
  sheets: Readonly<Record<string, string>>,
  { strings, ...more }: { strings?: string; [part: string]: string | undefined } = {},
): Uint8Array {
  const names = Object.keys(sheets)
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
  const parts: Record<string, string | undefined> = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"/>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="s${at}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">${names.map((_, at) => relation(`s${at}`, 'worksheet', `/xl/worksheets/sheet${at}.xml`)).join('')}${relation('x', 'sharedStrings', '../xl/sharedStrings.xml')}</Relationships>`,
    ...(strings === undefined ? {} : { 'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${strings}</sst>` }),
    ...Object.fromEntries(
      names.map((name, at) => [
        `xl/worksheets/sheet${at}.xml`,
        sheets[name]?.startsWith('<?') ? sheets[name] : sheetOf(sheets[name] ?? ''),
      ]),
    ),
    ...more,
  }
  const files = Object.entries(parts).map(([name, text = '']) => [name, strToU8(text)] as const)
  return zipSync(Object.fromEntries(files), { mtime: '1980-01-01T00:00:00' })
}

export const sheetOf = (rows: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<worksheet xmlns="${MAIN}"><dimension ref="A1:B2"/><sheetData>${rows}</sheetData></worksheet>`

/** Rows of texts, with a place for each. */
export const rowsOf = (...rows: string[][]) =>
  rows
    .map((cells, at) => {
      const line = at + 1
      const written = cells.map((text, column) => (text === '' ? '' : cellOf(`${'ABCDEFGH'[column]}${line}`, text)))
      return `<row r="${line}" spans="1:2">${written.join('')}</row>`
    })
    .join('')

export const cellOf = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
