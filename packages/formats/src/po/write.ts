import type { Entry } from '../entry.ts'
import type { WriteOptions, Writer } from '../format.ts'
import { cardinalOf, splitMessage } from '../numbered-forms.ts'
import { posixSpelling } from '../posix-locale.ts'
import { nameOfKey } from '../stored-key.ts'
import { formsOfLocale } from './plural-forms.ts'
import { storedData } from './po-data.ts'
import { quotedLines } from './quoted.ts'
import type { Kind } from './read.ts'
import { flagsOfSyntax } from './syntax-flags.ts'
import { partsOf } from './unit.ts'

/** The entries of a file that is written anew, by code point, under a header of their own. */
export function writePo(options: WriteOptions, kind: Kind): Writer {
  const forms = formsOfLocale(options.locale)
  const entries = new EntryWriter(options, kind, { categories: forms.categories, lineEnd: '\n' })
  let before = headerText(options.locale, kind, forms.header)
  return {
    add(more) {
      let text = before
      before = ''
      for (const entry of more) text += `\n${entries.text(entry)}\n`
      return text
    },
    end: () => [before],
  }
}

export function headerText(locale: string, kind: Kind, pluralForms: string): string {
  const isTemplate = kind === 'template'
  const fields = [
    // Empty ones are what msgfmt wants to see; what stands there otherwise is for people to say.
    'Project-Id-Version: ',
    'PO-Revision-Date: ',
    'Last-Translator: ',
    'Language-Team: ',
    `Language: ${isTemplate ? '' : posixSpelling(locale)}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=UTF-8',
    'Content-Transfer-Encoding: 8bit',
    `Plural-Forms: ${isTemplate ? 'nplurals=INTEGER; plural=EXPRESSION;' : pluralForms}`,
  ]
  const text = quotedLines(fields.map((field) => `${field}\n`).join(''), '\n')
  return `${isTemplate ? '#, fuzzy\n' : ''}msgid ""\nmsgstr ${text}\n`
}

export interface Shape {
  /** Of each form that a plural of the file has. */
  categories: readonly string[]
  lineEnd: string
}

/** Writes single entries, without a line end behind them. */
export class EntryWriter {
  readonly #options: WriteOptions
  readonly #isMonolingual: boolean
  readonly #isTemplate: boolean
  readonly #shape: Shape

  constructor(options: WriteOptions, kind: Kind, shape: Shape) {
    this.#options = options
    this.#isMonolingual = options.options?.['monolingual'] === true
    this.#isTemplate = kind === 'template' && !this.#isMonolingual
    this.#shape = shape
  }

  text(entry: Entry): string {
    const { categories, lineEnd } = this.#shape
    const stored = storedData(entry.formatData, this.#options.locale)
    const { context, id } = partsOf(nameOfKey(entry.key, entry.formatData, 'po'))
    const lines = this.#comments(entry, stored)
    const write = (keyword: string, text: string) => lines.push(`${keyword} ${quotedLines(text, lineEnd)}`)
    if (context !== undefined) write('msgctxt', context)
    write('msgid', id)
    const isPlural = entry.isPlural === true && !stored.isWithoutForms
    const message = isPlural ? cardinalOf(entry) : undefined
    if (isPlural && (message || entry.value === '')) {
      write('msgid_plural', stored.plural ?? pluralIdOf(entry, id))
      const count = this.#isTemplate ? 2 : categories.length
      const forms = message && !this.#isTemplate ? this.forms(entry, message, stored.forms) : Array(count).fill('')
      forms.forEach((form, index) => {
        write(`msgstr[${index}]`, form)
      })
      return lines.join(lineEnd)
    }
    if (isPlural) this.tellUnsayable(entry.key)
    write('msgstr', this.#isTemplate ? '' : entry.value)
    return lines.join(lineEnd)
  }

  /** `before`: the forms as they were, of a file or of the key. */
  forms({ key }: Entry, message: NonNullable<ReturnType<typeof cardinalOf>>, before: readonly (string | undefined)[]) {
    const { forms, dropped } = splitMessage(message, this.#shape.categories, before)
    if (dropped.length > 0)
      this.#options.remark?.({
        severity: 'warning',
        code: 'branch_dropped',
        key,
        message: `Left out, because the file has no form for these numbers: ${dropped.join(', ')}.`,
      })
    return forms
  }

  tellUnsayable(key: string): void {
    const message = 'gettext has no forms for this, so it was left as an ICU message.'
    this.#options.remark?.({ severity: 'warning', code: 'value_not_convertible', key, message })
  }

  #comments(entry: Entry, stored: ReturnType<typeof storedData>): string[] {
    const isFuzzy =
      entry.status === 'not_reviewed' && entry.value !== '' && this.#options.options?.['markUnreviewed'] === true
    const flags = flagsOfSyntax(stored.flags, entry.syntax ?? 'icu')
    if (isFuzzy && !this.#isTemplate) flags.unshift('fuzzy')
    return [
      ...stored.comments.map((line) => comment('#', line)),
      ...linesOf(entry.description ?? '').map((line) => comment('#.', line)),
      ...stored.references.map((line) => comment('#:', line)),
      ...(flags.length > 0 ? [comment('#,', flags.join(', '))] : []),
      ...(isFuzzy ? stored.previous.map((line) => comment('#|', line)) : []),
    ]
  }
}

/** The plural of the source text where a file has told none. */
function pluralIdOf({ source, syntax }: Entry, id: string): string {
  const forms = source === undefined ? undefined : cardinalOf({ value: source, syntax: syntax ?? null })
  return forms?.branches.get('other') ?? id
}

const linesOf = (text: string) => (text === '' ? [] : text.split(/\r\n?|\n/))
/** One line, whatever is in it; a sign right behind would make another kind of comment of it. */
const comment = (sign: string, line: string) => (line === '' ? sign : `${sign} ${line.replaceAll(/[\r\n]+/g, ' ')}`)
