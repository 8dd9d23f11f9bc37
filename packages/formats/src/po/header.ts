import { posixLocaleOf } from '../posix-locale.ts'
import { UnreadableFile } from '../remark.ts'
import { decodeLatin1, decodeText, type TextFile } from '../text-file.ts'
import { type Formula, formulaOf } from './plural-forms.ts'
import type { Unit } from './unit.ts'

/** The header is the first entry of a file. */
const LOOKED_AT = 2 ** 16
const CHARSET = /^"Content-Type:[^"\n]{0,200}charset=([^\s"\\;]{1,40})/im

/** A file in the encoding that its header names: UTF-8, or what all the older files are in. */
export function* decodePo(bytes: Uint8Array): Generator<void, TextFile, void> {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, LOOKED_AT))
  const charset = (CHARSET.exec(head)?.[1] ?? 'utf-8').toLowerCase()
  if (/^(utf-?8|charset|(us-)?ascii)$/.test(charset)) return yield* decodeText(bytes)
  if (/^(iso-?8859-1|latin-?1)$/.test(charset))
    return { text: yield* decodeLatin1(bytes), encoding: 'iso-8859-1', hasByteOrderMark: false }
  throw new UnreadableFile('encoding', `The file is in ${charset}: only UTF-8 and ISO-8859-1 are read`)
}

/** What the header of a file says. */
export interface Header {
  locale?: string
  formula?: Formula
  /** Whether there is a formula that cannot be worked out. */
  hasOddFormula: boolean
}

const LINE = /^([\w-]{1,40}):[ \t]*(.{0,4000})/

export function headerOf(unit: Unit | undefined): Header {
  const fields = new Map<string, string>()
  for (const line of (unit?.forms[0]?.text ?? '').split('\n')) {
    const [, name = '', value = ''] = LINE.exec(line) ?? []
    fields.set(name.toLowerCase(), value.trim())
  }
  const locale = posixLocaleOf(fields.get('language') ?? '')
  const plural = fields.get('plural-forms') ?? ''
  const formula = formulaOf(plural)
  return {
    ...(locale === undefined ? {} : { locale }),
    ...(formula ? { formula } : {}),
    // Templates come with words in its place, for whoever translates them.
    hasOddFormula: !formula && plural !== '' && !plural.includes('EXPRESSION'),
  }
}
