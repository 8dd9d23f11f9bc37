import type { WriteOptions, Writer } from '../format.ts'
import { entryLines, type Style } from './lines.ts'

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
`
export const INDENT = '\t'

export function writeStringsdict({ locale, remark }: WriteOptions): Writer {
  const style: Style = { indent: INDENT, locale, ...(remark ? { remark } : {}) }
  let head = HEAD
  const begun = () => {
    const text = head
    head = ''
    return text
  }
  return {
    add: (entries) =>
      begun() +
      entries
        .map((entry) =>
          entryLines(entry, style)
            .map((line) => `${INDENT}${line}\n`)
            .join(''),
        )
        .join(''),
    end: () => [`${begun()}</dict>\n</plist>\n`],
  }
}
