import { SaxesParser, type SaxesTagNS } from 'saxes'
import type { ExchangedConcept, ExchangedTerm, ReadGlossary, RowError } from '../concept.ts'
import { termFault } from '../term-fault.ts'
import { readWords } from './tbx.ts'

/** Thrown for what is no TBX; the message says where. */
export class UnreadableTbx extends Error {}

const PIECE = 65_536
/** Real files need ten; a bomb of nested elements needs memory for each. */
const MAX_DEPTH = 100
/** Far more than any tool writes: all attributes of an element are looked at at once, and so is its text. */
const MAX_ATTRIBUTES = 64
const MAX_TEXT = 2 ** 18

/**
 * Reads TBX of 2019, in both of its styles, and of 2008 (`martif`). Elements go by their names without namespaces: in
 * one style a category is an element of its own, in the other an attribute of a general one. Entities are never
 * resolved, nothing is ever fetched. In steps of few milliseconds; what was read comes at the end.
 */
export function* readTbx(content: string): Generator<void, ReadGlossary, void> {
  const document = new TbxDocument()
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', (error) => {
    throw new UnreadableTbx(error.message)
  })
  let attributes = 0
  parser.on('attribute', () => {
    if (++attributes > MAX_ATTRIBUTES) throw new UnreadableTbx(`An element has more than ${MAX_ATTRIBUTES} attributes`)
  })
  parser.on('opentag', (tag) => {
    attributes = 0
    document.open(tag)
  })
  parser.on('closetag', () => document.close())
  parser.on('text', (text) => document.text(text))
  parser.on('cdata', (text) => document.text(text))
  parser.on('processinginstruction', ({ target, body }) => document.instruct(target, body))
  const text = content.startsWith('\ufeff') ? content.slice(1) : content
  for (let at = 0; at < text.length; at += PIECE) {
    parser.write(text.slice(at, at + PIECE))
    yield
  }
  parser.close()
  return document.read()
}

const ROOTS = new Set(['tbx', 'martif'])
const CONCEPTS = new Set(['conceptEntry', 'termEntry'])
const LANGUAGES = new Set(['langSec', 'langSet'])
const TERMS = new Set(['termSec', 'tig', 'ntig'])
/** Highlighting and the like belongs to the text it stands in. */
const INLINE = new Set(['hi', 'foreign', 'sc', 'ec', 'ph'])
const TYPED = new Set(['descrip', 'termNote', 'admin', 'transac', 'transacNote', 'ref', 'xref'])

/** What is read of elements that are neither. Of all others the text is not even gathered. */
const TAKEN = new Set([
  'term',
  'partOfSpeech',
  'grammaticalGender',
  'gender',
  'administrativeStatus',
  'normativeAuthorization',
  'note',
  'definition',
  'subjectField',
])

const FORBIDDEN = /^(deprecated|superseded|forbidden|obsolete|notRecommended)/i

interface OpenElement {
  name: string
  /** Undefined where nobody wants it. */
  text: string | undefined
}

/** The document as it goes by: the concept, language and term that are open, and what was read so far. */
class TbxDocument {
  readonly #concepts: ExchangedConcept[] = []
  readonly #errors: RowError[] = []
  readonly #open: OpenElement[] = []
  #concept: ExchangedConcept | undefined
  #note: string | undefined
  #language: string | undefined
  #term: ExchangedTerm | undefined
  #exact: { concept: Record<string, unknown>; term: Record<string, unknown> } = { concept: {}, term: {} }

  open({ local, attributes }: SaxesTagNS): void {
    const attribute = (name: string) => attributes[name]?.value
    if (this.#open.length === 0 && !ROOTS.has(local))
      throw new UnreadableTbx(`The root element is ${local}, not tbx or martif`)
    if (this.#open.length === MAX_DEPTH) throw new UnreadableTbx(`Elements are nested more than ${MAX_DEPTH} deep`)
    const name = TYPED.has(local) ? (attribute('type') ?? local) : local
    this.#open.push({ name, text: TAKEN.has(name) || INLINE.has(name) ? '' : undefined })
    if (CONCEPTS.has(local)) this.#beginConcept(attribute('id'))
    else if (LANGUAGES.has(local)) this.#language = attribute('xml:lang') ?? attribute('lang')
    else if (TERMS.has(local)) this.#beginTerm()
  }

  text(text: string): void {
    const element = this.#open.at(-1)
    if (element?.text === undefined) return
    if (element.text.length + text.length > MAX_TEXT)
      throw new UnreadableTbx(`A text has more than ${MAX_TEXT} characters`)
    element.text += text
  }

  /** What our own export says beyond the dialect. */
  instruct(target: string, body: string): void {
    if (target !== 'parlance' || !this.#concept) return
    try {
      Object.assign(this.#term ? this.#exact.term : this.#exact.concept, JSON.parse(body))
    } catch {
      // Somebody else's, or damaged: what the elements say still stands.
    }
  }

  close(): void {
    const { name, text = '' } = this.#open.pop() as OpenElement
    if (INLINE.has(name)) this.text(text)
    else if (TERMS.has(name)) this.#endTerm()
    else if (LANGUAGES.has(name)) this.#language = undefined
    else if (CONCEPTS.has(name)) this.#endConcept()
    else if (text !== '') this.#take(name, readWords(text))
  }

  read(): ReadGlossary {
    return { concepts: this.#concepts, errors: this.#errors }
  }

  #beginConcept(id: string | undefined): void {
    this.#concept = { row: this.#concepts.length + 1, conceptId: id || undefined, terms: [] }
    this.#note = undefined
    this.#exact = { concept: {}, term: {} }
    this.#concepts.push(this.#concept)
  }

  #beginTerm(): void {
    const row = this.#concepts.length
    this.#term = { row, localeCode: this.#language ?? '', text: '' }
    this.#exact.term = {}
  }

  #take(category: string, words: string): void {
    const term = this.#term
    if (words === '') return
    if (category === 'term' && term) term.text = words
    else if (category === 'partOfSpeech' && term) term.partOfSpeech = words
    else if ((category === 'grammaticalGender' || category === 'gender') && term) term.gender = words
    else if ((category === 'administrativeStatus' || category === 'normativeAuthorization') && term)
      term.termType = termTypeOf(words)
    else if (category === 'note' && term) term.description = term.description ? `${term.description}\n${words}` : words
    else if (category === 'note' && this.#concept) this.#note ??= words
    else if (category === 'definition' && this.#concept) this.#concept.definition ??= words
    else if (category === 'subjectField' && this.#concept) this.#concept.subject ??= words
  }

  #endTerm(): void {
    const term = this.#term
    this.#term = undefined
    if (!term || !this.#concept) return
    Object.assign(term, textsOf(this.#exact.term, ['text', 'partOfSpeech', 'gender', 'description']))
    const fault = term.localeCode === '' ? 'A term has no language' : termFault(term)
    if (fault !== undefined) this.#errors.push({ row: term.row, message: fault })
    else this.#concept.terms.push(term)
  }

  #endConcept(): void {
    const concept = this.#concept
    this.#concept = undefined
    if (!concept) return
    const { concept: exact } = this.#exact
    Object.assign(concept, textsOf(exact, ['conceptId', 'definition', 'subject', 'sourceLocaleCode']))
    if (exact['isTranslatable'] === false) concept.isTranslatable = false
    const [source] = concept.terms
    if (source) {
      source.description ??= this.#note
      if (exact['isCaseSensitive'] === true) source.isCaseSensitive = true
      if (exact['isExactMatch'] === true) source.isExactMatch = true
    }
    const fault = termFault(concept)
    if (fault === undefined) return
    this.#errors.push({ row: concept.row, message: fault })
    this.#concepts[concept.row - 1] = { row: concept.row, terms: [], isHeadless: true }
  }
}

const termTypeOf = (status: string): NonNullable<ExchangedTerm['termType']> =>
  FORBIDDEN.test(status) ? 'forbidden' : 'preferred'

function textsOf(given: Record<string, unknown>, fields: readonly string[]): Record<string, string> {
  const found = fields.flatMap((field) => {
    const value = given[field]
    return typeof value === 'string' && value !== '' ? [[field, value] as const] : []
  })
  return Object.fromEntries(found)
}
