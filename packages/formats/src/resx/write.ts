import type { WriteOptions, Writer } from '../format.ts'
import { type DataStyle, dataLines } from './data-lines.ts'
import { HEADER } from './header.ts'

const INDENT = '  '

export function writeResx({ remark }: WriteOptions): Writer {
  const style: DataStyle = { indent: INDENT, lineEnd: '\n', remark }
  let head = HEADER
  return {
    add(entries) {
      let text = head
      head = ''
      for (const entry of entries) for (const line of dataLines(entry, style)) text += `${INDENT}${line}\n`
      return text
    },
    end: () => [`${head}</root>\n`],
  }
}
