import { escapeAttribute, UNWRITABLE } from '../xml/escape-xml.ts'

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export const sheetPath = (at: number) => `xl/worksheets/sheet${at + 1}.xml`

/** What is in a workbook beside its sheets. */
export function partsOf(sheets: readonly string[]): [path: string, content: string][] {
  const numbered = sheets.map((name, at) => ({ name, path: sheetPath(at), id: at + 1 }))
  const parts = numbered.map(({ path }) => `<Override PartName="/${path}" ContentType="${TYPE}.worksheet+xml"/>`)
  const listed = numbered.map(({ name, id }) => {
    const shown = escapeAttribute(name.replaceAll(UNWRITABLE, ''))
    return `<sheet name="${shown}" sheetId="${id}" r:id="rId${id}"/>`
  })
  const related = numbered.map(({ path, id }) => relationship(id, 'worksheet', path.slice('xl/'.length)))
  const styles = relationship(sheets.length + 1, 'styles', 'styles.xml')
  return [
    [
      '[Content_Types].xml',
      `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>${parts.join('')}<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
    ],
    ['_rels/.rels', relationships(relationship(1, 'officeDocument', 'xl/workbook.xml'))],
    [
      'xl/workbook.xml',
      `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><bookViews><workbookView/></bookViews><sheets>${listed.join('')}</sheets></workbook>`,
    ],
    ['xl/_rels/workbook.xml.rels', relationships(...related, styles)],
    ['xl/styles.xml', STYLES],
  ]
}

const relationships = (...all: string[]) =>
  `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`

const relationship = (id: number, type: string, target: string) =>
  `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"/>`

/** Cells are texts, whatever somebody types into them; those of the first row are bold. */
export const TEXT_STYLE = 1
export const HEADER_STYLE = 2
const STYLES = `${DECLARATION}<styleSheet xmlns="${MAIN}"><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

/** A sheet up to its first row, which stays where it is when the others are scrolled. */
export const sheetHead = (width: number) =>
  `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${width}" width="30" style="${TEXT_STYLE}" customWidth="1"/></cols><sheetData>`
export const SHEET_TAIL = '</sheetData></worksheet>'
