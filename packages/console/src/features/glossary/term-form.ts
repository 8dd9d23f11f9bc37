import type { AnswerOf, RequestOf } from '@parlance/sdk'

export type Term = AnswerOf<'getTerm'>
export type Locale = AnswerOf<'listOrganizationLocales'>['locales'][number]
type NewTerm = NonNullable<RequestOf<'createTerm'>['body']>
type TermPatch = NonNullable<RequestOf<'updateTerm'>['body']>

/** What is said about a word, be it the term or one of its translations. */
interface WordForm {
  /** Not to be used. */
  isForbidden: boolean
  partOfSpeech: string
  gender: string
  /** A note about the word; what the concept means is its definition. */
  description: string
}

interface TranslationForm extends WordForm {
  text: string
}

/** A term as a form has it: every field a text, nothing null. */
export interface TermForm extends WordForm {
  term: string
  /** The language of the term. Undefined where the organization has none yet: then the service chooses. */
  sourceCode: string | undefined
  definition: string
  subject: string
  /** Stays as it is in every language. */
  isKept: boolean
  isCaseSensitive: boolean
  isExactMatch: boolean
  /** By the ids of their languages. */
  translations: Readonly<Record<number, TranslationForm>>
}

const NO_WORD: WordForm = { isForbidden: false, partOfSpeech: '', gender: '', description: '' }
export const NO_TRANSLATION: TranslationForm = { ...NO_WORD, text: '' }

export const newTermForm = (sourceCode: string | undefined, term = ''): TermForm => ({
  ...NO_WORD,
  term,
  sourceCode,
  definition: '',
  subject: '',
  isKept: false,
  isCaseSensitive: false,
  isExactMatch: false,
  translations: {},
})

type Word = Pick<Term, 'termType' | 'partOfSpeech' | 'gender' | 'description'>

const wordOf = ({ termType, partOfSpeech, gender, description }: Word): WordForm => ({
  isForbidden: termType === 'forbidden',
  partOfSpeech: partOfSpeech ?? '',
  gender: gender ?? '',
  description: description ?? '',
})

export const formOf = (term: Term): TermForm => ({
  ...wordOf(term),
  term: term.term,
  sourceCode: term.sourceLocaleCode,
  definition: term.definition ?? '',
  subject: term.subject ?? '',
  isKept: !term.isTranslatable,
  isCaseSensitive: term.isCaseSensitive,
  isExactMatch: term.isExactMatch,
  translations: Object.fromEntries(
    term.translations.map((translation) => [
      translation.localeId,
      { ...wordOf(translation), text: translation.text } satisfies TranslationForm,
    ]),
  ),
})

const orNull = (text: string) => text.trim() || null

const wordToSend = ({ isForbidden, partOfSpeech, gender, description }: WordForm) => ({
  termType: isForbidden ? ('forbidden' as const) : ('preferred' as const),
  partOfSpeech: orNull(partOfSpeech),
  gender: orNull(gender),
  description: orNull(description),
})

/** All of a term but its translations, as the service takes it. */
function fieldsOf(form: TermForm) {
  return {
    term: form.term.trim(),
    ...wordToSend(form),
    definition: orNull(form.definition),
    subject: orNull(form.subject),
    isTranslatable: !form.isKept,
    isCaseSensitive: form.isCaseSensitive,
    isExactMatch: form.isExactMatch,
    ...(form.sourceCode === undefined ? {} : { sourceLocaleCode: form.sourceCode }),
  }
}

type SentTranslation = NonNullable<NewTerm['translations']>[number]

type Language = Pick<Locale, 'id' | 'code'>

const translationsOf = ({ translations, sourceCode }: TermForm, locales: readonly Language[]): SentTranslation[] =>
  locales
    .filter(({ code }) => code !== sourceCode)
    .flatMap(({ id }) => {
      const { text, ...word } = translations[id] ?? NO_TRANSLATION
      return text.trim() === '' ? [] : [{ localeId: id, text: text.trim(), ...wordToSend(word) }]
    })

/** As the service takes a new one. Whatever is empty is left out. */
export function termToCreate(form: TermForm, locales: readonly Language[]): NewTerm {
  const translations = translationsOf(form, locales)
  const { term, ...fields } = fieldsOf(form)
  const filled = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
  return { term, ...filled, ...(translations.length > 0 ? { translations } : {}) }
}

interface TermChanges {
  /** Null where nothing of it was changed. */
  patch: TermPatch | null
  /** The ids of translations that are gone. */
  removed: number[]
}

/** What differs from the term that was opened. Languages that somebody may not write are not sent. */
export function changesOf(before: Term, form: TermForm, locales: readonly Language[]): TermChanges {
  const [old, now] = [fieldsOf(formOf(before)), fieldsOf(form)]
  const fields = Object.entries(now).filter(([name, value]) => old[name as keyof typeof old] !== value)
  const kept = translationsOf(formOf(before), locales).map((translation) => JSON.stringify(translation))
  const sent = translationsOf(form, locales)
  const translations = sent.filter((translation) => !kept.includes(JSON.stringify(translation)))
  const patch: TermPatch = {
    ...Object.fromEntries(fields),
    ...(translations.length > 0 ? { translations } : {}),
  }
  const removed = before.translations.filter(
    ({ localeId }) =>
      locales.some(({ id }) => id === localeId) && sent.every((translation) => translation.localeId !== localeId),
  )
  return { patch: Object.keys(patch).length > 0 ? patch : null, removed: removed.map(({ id }) => id) }
}
