/** What cannot stand in a cell without quotation marks, or would be lost where programs trim cells. */
const NOT_BARE = /["\r\n]|^\s|\s$/

export const spelledCell = (text: string, delimiter: string, isQuoted = false) =>
  isQuoted || text.includes(delimiter) || NOT_BARE.test(text) ? `"${text.replaceAll('"', '""')}"` : text
