import type { ExchangedConcept, ExchangedTerm } from '../concept.ts'
import { readWords, TBX_CASES, TBX_NAMESPACE } from './tbx.ts'

/** What XML 1.0 cannot hold, not even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones it is about
const UNHOLDABLE = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' }

/** A carriage return is written as a reference: parsers make line feeds of bare ones. */
export const escapeXml = (text: string) =>
  text.replaceAll(UNHOLDABLE, '\ufffd').replaceAll(/[&<>"\r]/g, (character) => ESCAPES[character] ?? character)

const FILE_DESCRIPTION = `<fileDesc>
<sourceDesc>
<p>Glossary exported from Parlance</p>
</sourceDesc>
</fileDesc>`

/** What a dialect puts around the concepts, and how it calls them and their parts. What stands in those is the same in both. */
export interface TbxDialect {
  header: (sourceLocaleCode: string) => string
  concept: string
  language: string
  term: string
  footer: string
}

/** ISO 30042:2019, in DCA style. */
const DIALECT_2019: TbxDialect = {
  header: (sourceLocaleCode) => `<?xml version="1.0" encoding="UTF-8"?>
<tbx type="TBX-Basic" style="dca" xml:lang="${escapeXml(sourceLocaleCode)}" xmlns="${TBX_NAMESPACE}">
<tbxHeader>
${FILE_DESCRIPTION}
</tbxHeader>
<text>
<body>
`,
  concept: 'conceptEntry',
  language: 'langSec',
  term: 'termSec',
  footer: '</body>\n</text>\n</tbx>\n',
}

/** ISO 30042:2008. It names no document type: a reader that fetched one would be sent to an address that is no more. */
const DIALECT_2008: TbxDialect = {
  header: (sourceLocaleCode) => `<?xml version="1.0" encoding="UTF-8"?>
<martif type="TBX-Basic" xml:lang="${escapeXml(sourceLocaleCode)}">
<martifHeader>
${FILE_DESCRIPTION}
<encodingDesc>
<p type="XCSURI">TBXBasicXCSV02.xcs</p>
</encodingDesc>
</martifHeader>
<text>
<body>
`,
  concept: 'termEntry',
  language: 'langSet',
  term: 'tig',
  footer: '</body>\n</text>\n</martif>\n',
}

export const tbxDialects = { 2008: DIALECT_2008, 2019: DIALECT_2019 }

/**
 * A concept in TBX-Basic. What that dialect has no place for, and texts that XML would not give back as they were, stand
 * in processing instructions beside it: other tools pass over them, and our own import loses nothing.
 */
export function writeTbxConcept(dialect: TbxDialect, concept: ExchangedConcept, number: number): string {
  const { conceptId = '', definition, subject, sourceLocaleCode, terms } = concept
  const [source] = terms
  const hasPlainId = /^[A-Za-z_][\w.-]*$/.test(conceptId)
  const exact = instruction({
    ...(hasPlainId ? {} : { conceptId }),
    ...exactly('definition', definition),
    ...exactly('subject', subject),
    ...(sourceLocaleCode === undefined ? {} : { sourceLocaleCode }),
    ...(concept.isTranslatable === false ? { isTranslatable: false } : {}),
    ...(source?.isCaseSensitive ? { isCaseSensitive: true } : {}),
    ...(source?.isExactMatch ? { isExactMatch: true } : {}),
  })
  const locales = new Set(terms.map(({ localeCode }) => localeCode))
  return [
    `<${dialect.concept} id="${hasPlainId ? conceptId : `_${number}`}">\n${exact}`,
    element('descrip', subject, 'subjectField'),
    definition === undefined ? '' : `<descripGrp>\n${element('descrip', definition, 'definition')}</descripGrp>\n`,
    ...Array.from(locales, (code) =>
      writeLanguage(
        dialect,
        code,
        terms.filter(({ localeCode }) => localeCode === code),
      ),
    ),
    `</${dialect.concept}>\n`,
  ].join('')
}

const writeLanguage = ({ language, term }: TbxDialect, code: string, terms: readonly ExchangedTerm[]) =>
  `<${language} xml:lang="${escapeXml(code)}">\n${terms.map((one) => writeTerm(term, one)).join('')}</${language}>\n`

function writeTerm(name: string, { text, termType, partOfSpeech, gender, description }: ExchangedTerm): string {
  const speech = caseOf('partOfSpeech', partOfSpeech)
  const sex = caseOf('grammaticalGender', gender)
  const exact = instruction({
    ...exactly('text', text),
    ...(speech === partOfSpeech ? {} : { partOfSpeech }),
    ...(sex === gender ? {} : { gender }),
    ...exactly('description', description),
  })
  const status = termType === 'forbidden' ? 'deprecatedTerm-admn-sts' : 'preferredTerm-admn-sts'
  return [
    `<${name}>\n${exact}`,
    element('term', text),
    element('termNote', speech, 'partOfSpeech'),
    element('termNote', sex, 'grammaticalGender'),
    element('termNote', status, 'administrativeStatus'),
    element('note', description),
    `</${name}>\n`,
  ].join('')
}

const element = (name: string, text: string | undefined, type?: string) =>
  text === undefined ? '' : `<${name}${type === undefined ? '' : ` type="${type}"`}>${escapeXml(text)}</${name}>\n`

/** One of the few values that the dialect allows. */
const caseOf = (category: keyof typeof TBX_CASES, value: string | undefined) =>
  value === undefined || TBX_CASES[category].includes(value) ? value : 'other'

/** A text that a reader would not get back from an element as it is. */
const exactly = (field: string, text: string | undefined) =>
  text === undefined || readWords(text) === text ? {} : { [field]: text }

function instruction(fields: Record<string, unknown>): string {
  if (Object.keys(fields).length === 0) return ''
  const json = JSON.stringify(fields).replaceAll(
    /[>\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return `<?parlance ${json}?>\n`
}
