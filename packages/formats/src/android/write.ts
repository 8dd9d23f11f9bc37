import type { WriteOptions, Writer } from '../format.ts'
import { Blocks } from './arrays.ts'
import { XLIFF } from './decode-text.ts'

export const XLIFF_NAMESPACE = 'urn:oasis:names:tc:xliff:document:1.2'

const HEAD = `<?xml version="1.0" encoding="utf-8"?>\n<resources xmlns:xliff="${XLIFF_NAMESPACE}">\n`
const INDENT = '    '

export function writeAndroid({ options, remark }: WriteOptions): Writer {
  const blocks = new Blocks({ indent: INDENT, prefixes: XLIFF, remark }, options?.['arrays'] === 'lists')
  let head = HEAD
  const written = (some: ReturnType<Blocks['add']>) => {
    let text = head
    head = ''
    for (const { lines } of some) for (const line of lines) text += `${line === '' ? '' : INDENT}${line}\n`
    return text
  }
  return {
    add: (entries) => written(entries.flatMap((entry) => blocks.add(entry))),
    end: () => [`${written(blocks.end())}</resources>\n`],
  }
}
