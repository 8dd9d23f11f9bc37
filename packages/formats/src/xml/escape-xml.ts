const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
}

/** As the content of an element. A carriage return would be read as a line break. */
export const escapeXml = (text: string) => text.replaceAll(/[&<>\r]/g, (character) => ESCAPES[character] ?? character)

/** As an attribute between quotation marks, in which white space would be read as spaces. */
export const escapeAttribute = (text: string) =>
  text.replaceAll(/[&<>"\r\n\t]/g, (character) => ESCAPES[character] ?? `&#${character.charCodeAt(0)};`)

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** What a piece of XML without tags says. */
export const unescapeXml = (text: string) =>
  text.includes('&')
    ? text.replaceAll(/&(?:#x0*([\da-fA-F]{1,6})|#0*(\d{1,7})|(\w{2,4}));/g, (whole, hex, decimal, name) => {
        if (name !== undefined) return NAMED[name as string] ?? whole
        const code = hex === undefined ? Number(decimal) : Number.parseInt(hex as string, 16)
        return code <= 0x10ffff ? String.fromCodePoint(code) : whole
      })
    : text

/** XML has no way to write most control characters, and no surrogate that stands alone. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones
export const UNWRITABLE = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g
export const isXmlText = (text: string) => text.isWellFormed() && text.search(UNWRITABLE) < 0

/** As a CDATA section, or as several where the text has the sign that ends one. */
export const cdataSection = (text: string) => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`
