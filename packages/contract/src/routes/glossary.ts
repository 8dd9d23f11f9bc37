import Type from 'typebox'
import { glossary, glossaryReading } from '../access.ts'
import { Cursor, Id, LocaleCode, limitOf, Nullable, Text, Time } from '../fields.ts'
import { routes } from '../route.ts'
import { termLimits, termTypes } from '../term.ts'

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

export const glossaryRoutes = routes('Glossary', {
  getGlossary: {
    method: 'GET',
    path: '/organizations/{orgId}/glossary',
    summary: 'The glossary of an organization, made when it is first asked for',
    access: glossary('glossary.view'),
    responses: { 200: Glossary },
  },
  listTerms: {
    method: 'GET',
    path: '/organizations/{orgId}/glossary/terms',
    summary: 'Terms by pages, in alphabetical order',
    access: glossaryReading('glossary.view'),
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
    access: glossary('glossary.create'),
    body: Type.Object({ term: TermText, ...termDetails }),
    responses: { 201: Term },
    errors: ['unknownLocale', 'localeForbidden'],
  },
  getTerm: {
    method: 'GET',
    path: '/organizations/{orgId}/glossary/terms/{termId}',
    summary: 'One term with its translations',
    access: glossaryReading('glossary.view'),
    responses: { 200: Term },
    errors: ['termNotFound'],
  },
  updateTerm: {
    method: 'PATCH',
    path: '/organizations/{orgId}/glossary/terms/{termId}',
    summary: 'Change a term; translations sent along are added or replaced by locale',
    access: glossary('glossary.edit'),
    body: Type.Object({ term: Type.Optional(TermText), ...termDetails }),
    responses: { 200: Term },
    errors: ['termNotFound', 'unknownLocale', 'localeForbidden'],
  },
  deleteTerm: {
    method: 'DELETE',
    path: '/organizations/{orgId}/glossary/terms/{termId}',
    summary: 'Delete a term with all its translations',
    access: glossary('glossary.delete', { unrestricted: true }),
    responses: { 204: null },
    errors: ['termNotFound'],
  },
  createTermTranslation: {
    method: 'POST',
    path: '/organizations/{orgId}/glossary/terms/{termId}/translations',
    summary: 'Translate a term; a translation that is there is replaced',
    access: glossary('glossary.edit'),
    body: NewTranslation,
    responses: { 201: Translation, 200: Translation },
    errors: ['termNotFound', 'unknownLocale', 'localeForbidden'],
  },
  updateTermTranslation: {
    method: 'PATCH',
    path: '/organizations/{orgId}/glossary/terms/{termId}/translations/{translationId}',
    summary: 'Change a translation of a term',
    access: glossary('glossary.edit'),
    body: Type.Object({ text: Type.Optional(TermText), ...translationDetails }),
    responses: { 200: Translation },
    errors: ['termNotFound', 'termTranslationNotFound', 'localeForbidden'],
  },
  deleteTermTranslation: {
    method: 'DELETE',
    path: '/organizations/{orgId}/glossary/terms/{termId}/translations/{translationId}',
    summary: 'Delete a translation of a term',
    access: glossary('glossary.delete'),
    responses: { 204: null },
    errors: ['termNotFound', 'termTranslationNotFound', 'localeForbidden'],
  },
})
