import type { Entry } from '../entry.ts'
import type { WriteOptions, Writer } from '../format.ts'
import { escapeAttribute, UNWRITABLE } from '../xml/escape-xml.ts'
import { type UnitStyle, unitLines } from './unit-lines.ts'
import { isSameLocale } from './unit-text.ts'
import type { Dialect } from './units.ts'

const STEP = '  '
export const SIZE_RESTRICTION = 'urn:oasis:names:tc:xliff:sizerestriction:2.0'

interface Frame {
  head: string
  tail: string
  /** Where units stand. */
  indent: string
}

/** A new file of either kind. */
export function xliffWriter(dialect: Dialect, options: WriteOptions): Writer {
  const { locale, sourceLocale = 'und', remark } = options
  const isMonolingual = isSameLocale(locale, sourceLocale)
  const frame = (dialect === '2.0' ? frame2 : frame1)(options, sourceLocale, isMonolingual)
  const style: UnitStyle = {
    dialect,
    prefixes: new Set(dialect === '2.0' ? ['slr'] : []),
    lineEnd: '\n',
    remark,
    indent: STEP,
    isMonolingual,
    ids: new Set(),
  }
  let head = frame.head
  return {
    add(entries: readonly Entry[]) {
      let text = head
      head = ''
      for (const entry of entries) for (const line of unitLines(entry, style)) text += `${frame.indent}${line}\n`
      return text
    },
    end: () => [head + frame.tail],
  }
}

function frame1({ locale, namespace }: WriteOptions, source: string, isMonolingual: boolean): Frame {
  const target = isMonolingual ? '' : ` target-language="${escapeAttribute(locale)}"`
  const head = `<?xml version="1.0" encoding="UTF-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
  <file source-language="${escapeAttribute(source)}"${target} datatype="plaintext" original="${originalOf(namespace)}">
    <body>
`
  return { head, tail: '    </body>\n  </file>\n</xliff>\n', indent: STEP.repeat(3) }
}

function frame2({ locale, namespace }: WriteOptions, source: string, isMonolingual: boolean): Frame {
  const target = isMonolingual ? '' : ` trgLang="${escapeAttribute(locale)}"`
  const head = `<?xml version="1.0" encoding="UTF-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" xmlns:slr="${SIZE_RESTRICTION}" version="2.0" srcLang="${escapeAttribute(source)}"${target}>
  <file id="f1" original="${originalOf(namespace)}">
    <slr:profiles generalProfile="xliff:codepoints"/>
`
  return { head, tail: '  </file>\n</xliff>\n', indent: STEP.repeat(2) }
}

const originalOf = (namespace = 'messages') => escapeAttribute(namespace.replaceAll(UNWRITABLE, ''))
