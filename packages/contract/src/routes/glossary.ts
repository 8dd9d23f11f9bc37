import Type from 'typebox'
import { at, project } from '../access.ts'
import { Attachment, Cursor, Id, LocaleCode, limitOf, MapOf, Nullable, named, Text, Time } from '../fields.ts'
import { ValueText } from '../key.ts'
import { limits, MEBIBYTE, termLimits } from '../limits.ts'
import { downloadErrors, routes } from '../route.ts'
import { csvColumns, termTypes } from '../term.ts'

const TermTypeField = Type.Enum([...termTypes])

const TermText = Text({ min: 1, max: termLimits.term, short: 'FIELD_TOO_SHORT' })
const textOf = (field: keyof typeof termLimits) => Nullable(Text({ max: termLimits[field] }))

const Translation = Type.Object({
  id: Id,
  localeId: Id,
  localeCode: Type.String(),
  text: Type.String(),
  termType: TermTypeField,
  partOfSpeech: Nullable(Type.String()),
  gender: Nullable(Type.String()),
  description: Nullable(Type.String()),
})

const Term = Type.Object({
  id: Id,
  conceptId: Type.String(),
  term: Type.String(),
  definition: Nullable(Type.String()),
  subject: Nullable(Type.String()),
  termType: TermTypeField,
  partOfSpeech: Nullable(Type.String()),
  gender: Nullable(Type.String()),
  description: Nullable(Type.String()),
  isCaseSensitive: Type.Boolean(),
  isExactMatch: Type.Boolean(),
  isTranslatable: Type.Boolean(),
  sourceLocaleCode: Type.String(),
  translations: Type.Array(Translation),
  createdAt: Time,
  updatedAt: Time,
})

const Glossary = Type.Object({
  id: Id,
  organizationId: Id,
  name: Type.String(),
  termCount: Type.Integer(),
  createdAt: Time,
  updatedAt: Time,
})

const translationDetails = {
  termType: Type.Optional(TermTypeField),
  partOfSpeech: Type.Optional(textOf('partOfSpeech')),
  gender: Type.Optional(textOf('gender')),
  description: Type.Optional(textOf('description')),
}
const NewTranslation = Type.Object({ localeId: Id, text: TermText, ...translationDetails })

const termDetails = {
  definition: Type.Optional(textOf('definition')),
  termType: Type.Optional(TermTypeField),
  partOfSpeech: Type.Optional(textOf('partOfSpeech')),
  gender: Type.Optional(textOf('gender')),
  isCaseSensitive: Type.Optional(Type.Boolean()),
  isExactMatch: Type.Optional(Type.Boolean()),
  isTranslatable: Type.Optional(Type.Boolean()),
  subject: Type.Optional(textOf('subject')),
  description: Type.Optional(textOf('description')),
  sourceLocaleCode: Type.Optional(LocaleCode),
  translations: Type.Optional(Type.Array(NewTranslation, { maxItems: 1000 })),
}

const ConflictStrategy = Type.Enum(['skip', 'overwrite', 'merge'])

const ImportResult = Type.Object({
  imported: Type.Integer(),
  skipped: Type.Integer(),
  updated: Type.Integer(),
  errors: Type.Array(Type.Object({ row: Type.Integer(), message: Type.String() })),
})

const fileText = (field: keyof typeof termLimits) => Type.Optional(Text({ max: termLimits[field] }))
const ConceptTerm = Type.Object({
  localeCode: Text(),
  text: TermText,
  termType: Type.Optional(TermTypeField),
  description: fileText('description'),
  partOfSpeech: fileText('partOfSpeech'),
  gender: fileText('gender'),
  isCaseSensitive: Type.Optional(Type.Boolean()),
  isExactMatch: Type.Optional(Type.Boolean()),
})
const Concept = Type.Object({
  terms: Type.Array(ConceptTerm, { maxItems: 1000 }),
  definition: fileText('definition'),
  subject: fileText('subject'),
  isTranslatable: Type.Optional(Type.Boolean()),
  conceptId: Type.Optional(Text({ min: 1, max: termLimits.conceptId })),
  sourceLocaleCode: Type.Optional(Text({ description: 'Of this concept, where it is another than that of the file.' })),
})

/** Source terms are exported whatever is chosen: without them a file could not be read back. */
const chosenLocales = { localeIds: Type.Optional(Type.Array(Id, { maxItems: limits.locales })) }
const ChosenLocales = Type.Object(chosenLocales)

named({
  TermTranslation: Translation,
  Term,
  Glossary,
  NewTermTranslation: NewTranslation,
  GlossaryImportResult: ImportResult,
  ConceptTerm,
  Concept,
})

export const glossaryRoutes = routes('Glossary', {
  getGlossary: {
    method: 'GET',
    path: '/organizations/{orgId}/glossary',
    summary: 'The glossary of an organization, made when it is first asked for',
    access: at('glossary', 'glossary.view'),
    responses: { 200: Glossary },
  },
  listTerms: {
    method: 'GET',
    path: '/organizations/{orgId}/glossary/terms',
    summary: 'Terms by pages, in alphabetical order',
    access: at('glossaryReading', 'glossary.view'),
    query: Type.Object({
      cursor: Type.Optional(Cursor),
      limit: Type.Optional(limitOf(50)),
      search: Type.Optional(
        Text({ max: 255, description: 'Part of a term or of a translation; case does not count.' }),
      ),
      termType: Type.Optional(TermTypeField),
    }),
    responses: {
      200: Type.Object({
        terms: Type.Array(Term),
        nextCursor: Nullable(Type.String()),
        hasMore: Type.Boolean(),
      }),
    },
    errors: ['invalidCursor'],
  },
  createTerm: {
    method: 'POST',
    path: '/organizations/{orgId}/glossary/terms',
    summary: 'Create a term, with translations if there are any',
    access: at('glossary', 'glossary.create'),
    body: Type.Object({ term: TermText, ...termDetails }),
    responses: { 201: Term },
    errors: ['localeUnknown', 'localeForbidden', 'quotaExceeded'],
  },
  getTerm: {
    method: 'GET',
    path: '/organizations/{orgId}/glossary/terms/{termId}',
    summary: 'One term with its translations',
    access: at('glossaryReading', 'glossary.view'),
    responses: { 200: Term },
    errors: ['termNotFound'],
  },
  updateTerm: {
    method: 'PATCH',
    path: '/organizations/{orgId}/glossary/terms/{termId}',
    summary: 'Change a term; translations sent along are added or replaced by locale',
    access: at('glossary', 'glossary.edit'),
    body: Type.Object({ term: Type.Optional(TermText), ...termDetails }),
    responses: { 200: Term },
    errors: ['termNotFound', 'localeUnknown', 'localeForbidden'],
  },
  deleteTerm: {
    method: 'DELETE',
    path: '/organizations/{orgId}/glossary/terms/{termId}',
    summary: 'Delete a term with all its translations',
    access: at('glossary', 'glossary.delete', { unrestricted: true }),
    responses: { 204: null },
    errors: ['termNotFound'],
  },
  createTermTranslation: {
    method: 'POST',
    path: '/organizations/{orgId}/glossary/terms/{termId}/translations',
    summary: 'Translate a term; a translation that is there is replaced',
    access: at('glossary', 'glossary.edit'),
    body: NewTranslation,
    responses: { 201: Translation, 200: Translation },
    errors: ['termNotFound', 'localeUnknown', 'localeForbidden'],
  },
  updateTermTranslation: {
    method: 'PATCH',
    path: '/organizations/{orgId}/glossary/terms/{termId}/translations/{translationId}',
    summary: 'Change a translation of a term',
    access: at('glossary', 'glossary.edit'),
    body: Type.Object({ text: Type.Optional(TermText), ...translationDetails }),
    responses: { 200: Translation },
    errors: ['termNotFound', 'termTranslationNotFound', 'localeForbidden'],
  },
  deleteTermTranslation: {
    method: 'DELETE',
    path: '/organizations/{orgId}/glossary/terms/{termId}/translations/{translationId}',
    summary: 'Delete a translation of a term',
    access: at('glossary', 'glossary.delete'),
    responses: { 204: null },
    errors: ['termNotFound', 'termTranslationNotFound', 'localeForbidden'],
  },
  importGlossaryCsv: {
    method: 'POST',
    path: '/organizations/{orgId}/glossary/import',
    summary: 'Import terms from a CSV file, sent as Base64',
    access: at('glossary', 'glossary.create'),
    body: Type.Object({
      content: Type.String({ maxLength: 10 * MEBIBYTE }),
      conflictStrategy: ConflictStrategy,
      columnMapping: Type.Optional(MapOf(Type.Enum([...csvColumns]))),
    }),
    responses: { 200: ImportResult },
    errors: ['quotaExceeded'],
    // As everywhere, but said: a file of nothing but faulty rows is answered with megabytes, which are written in turns.
    bodyLimit: MEBIBYTE,
    bodyTooLarge: 'csvBodyTooLarge',
  },
  importGlossaryJson: {
    method: 'POST',
    path: '/organizations/{orgId}/glossary/import/json',
    summary: 'Import concepts in the form of the JSON export',
    access: at('glossary', 'glossary.create'),
    body: Type.Object({
      version: Type.Enum(['1.0']),
      concepts: Type.Array(Concept, { maxItems: 100_000 }),
      conflictStrategy: ConflictStrategy,
      sourceLocaleCode: Type.Optional(LocaleCode),
    }),
    responses: { 200: ImportResult },
    errors: ['quotaExceeded'],
    bodyLimit: 10 * MEBIBYTE,
  },
  importGlossaryTbx: {
    method: 'POST',
    path: '/organizations/{orgId}/glossary/import/tbx',
    summary: 'Import concepts from TBX, in DCA or DCT style',
    access: at('glossary', 'glossary.create'),
    body: Type.Object({
      content: Text({ description: 'The XML itself, up to 10 MB.' }),
      conflictStrategy: ConflictStrategy,
    }),
    responses: { 200: ImportResult },
    errors: ['tbxUnreadable', 'quotaExceeded'],
    // In JSON the content is longer than it is: every quotation mark takes two bytes, and some write six for an é.
    bodyLimit: 40 * MEBIBYTE,
  },
  exportGlossaryCsv: {
    method: 'GET',
    path: '/organizations/{orgId}/glossary/export/csv',
    summary: 'The glossary as CSV; the import takes it back as it is',
    access: at('glossaryReading', 'glossary.view'),
    query: ChosenLocales,
    responses: { 200: Attachment('text/csv') },
    errors: ['localeUnknown', 'localeForbidden', ...downloadErrors],
  },
  exportGlossaryJson: {
    method: 'GET',
    path: '/organizations/{orgId}/glossary/export/json',
    summary: 'The glossary as JSON; the import takes it back as it is',
    access: at('glossaryReading', 'glossary.view'),
    query: ChosenLocales,
    responses: {
      200: Type.Object({
        version: Type.Enum(['1.0']),
        sourceLocaleCode: Type.String(),
        concepts: Type.Array(Concept),
      }),
    },
    errors: ['localeUnknown', 'localeForbidden', ...downloadErrors],
  },
  exportGlossaryTbx: {
    method: 'GET',
    path: '/organizations/{orgId}/glossary/export/tbx',
    summary: 'The glossary as TBX-Basic, for terminology tools',
    access: at('glossaryReading', 'glossary.view'),
    query: Type.Object({
      ...chosenLocales,
      dialect: Type.Optional(
        Type.Enum(['2019', '2008'], {
          description:
            'The edition of ISO 30042: 2019 unless told otherwise, or 2008 (`martif`) for tools that read only that one.',
        }),
      ),
    }),
    responses: { 200: Attachment('application/xml') },
    errors: ['localeUnknown', 'localeForbidden', ...downloadErrors],
  },
  lookupTerms: {
    method: 'POST',
    path: '/projects/{projectId}/glossary/lookup',
    summary: 'The terms that occur in a text, with their translations',
    access: project('glossary.view'),
    body: Type.Object({
      text: ValueText,
      sourceLocaleCode: LocaleCode,
      targetLocaleCode: LocaleCode,
    }),
    responses: {
      200: Type.Object({
        hits: Type.Array(
          Type.Object({
            termId: Id,
            term: Type.String(),
            start: Type.Integer({ description: 'In UTF-16 units.' }),
            end: Type.Integer({ description: 'In UTF-16 units, exclusive.' }),
            translations: Type.Array(Translation),
            isForbidden: Type.Boolean(),
          }),
        ),
      }),
    },
    errors: ['localeForbidden'],
    effect: 'read',
    // What it is elsewhere, too; but every letter of the text may be a term, and the answer as long as that.
    bodyLimit: MEBIBYTE,
  },
})
