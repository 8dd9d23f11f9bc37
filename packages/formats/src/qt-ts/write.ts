import type { WriteOptions, Writer } from '../format.ts'
import { posixSpelling } from '../posix-locale.ts'
import { escapeAttribute } from '../xml/escape-xml.ts'
import { encodeText } from './content.ts'
import { type MessageStyle, newMessage } from './message-lines.ts'

const INDENT = '    '

export function writeQt(options: WriteOptions): Writer {
  const { locale, remark } = options
  const style: MessageStyle = { indent: INDENT, lineEnd: '\n', locale, remark }
  let before = headOf(options)
  let open: string | undefined
  return {
    add(entries) {
      let text = before
      before = ''
      for (const entry of entries) {
        const message = newMessage(entry, style)
        if (!message) continue
        const { context = '', lines } = message
        if (context !== open) {
          if (open !== undefined) text += '</context>\n'
          text += `<context>\n${INDENT}${nameElement(context, '\n')}\n`
          open = context
        }
        for (const line of lines) text += `${INDENT}${line}\n`
      }
      return text
    },
    end: () => [`${before}${open === undefined ? '' : '</context>\n'}</TS>\n`],
  }
}

export const nameElement = (context: string, lineEnd: string) => `<name>${encodeText(context, lineEnd)}</name>`

function headOf({ locale, sourceLocale }: WriteOptions): string {
  const attribute = (name: string, code: string | undefined) =>
    code === undefined ? '' : ` ${name}="${escapeAttribute(posixSpelling(code))}"`
  const languages = attribute('language', locale) + attribute('sourcelanguage', sourceLocale)
  return `<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS version="2.1"${languages}>\n`
}
