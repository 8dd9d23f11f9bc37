import { escapeXml } from '../xml/escape-xml.ts'
import { encodeCell } from './cell-text.ts'

/** White space that would not survive without being told to. */
const SPACED = /^\s|\s$|\n|\t| {2}/

/** The content of a cell: its text stands in it, and is none of those that cells share. */
export function inlineText(text: string, prefix = ''): string {
  const space = SPACED.test(text) ? ' xml:space="preserve"' : ''
  return `<${prefix}is><${prefix}t${space}>${escapeXml(encodeCell(text))}</${prefix}t></${prefix}is>`
}
