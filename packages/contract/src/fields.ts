import Type, { type Static, type TSchema, type TUnsafe } from 'typebox'
import { checkIds, checkSeverities, issueSeverities } from './checks.ts'
import { limits } from './limits.ts'
import { syntaxes } from './syntaxes.ts'

/** Gives schemas the names that the OpenAPI document, and clients generated from it, call them by. */
export function named(schemas: Record<string, TSchema>): void {
  for (const [name, schema] of Object.entries(schemas)) Object.assign(schema, { 'x-name': name })
}

/** Identifiers travel as JSON numbers, so they end where JavaScript stops counting exactly. */
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

interface TextRule {
  min?: number
  max?: number
  /** The code of a text under its minimum; VALIDATION_ERROR when left out. */
  short?: 'FIELD_REQUIRED' | 'FIELD_TOO_SHORT'
  description?: string
}

/**
 * A string as people write it. Lengths count code points. The format `text` refuses what PostgreSQL cannot hold or
 * UTF-8 cannot carry: U+0000 and lone surrogates.
 */
export const Text = ({ min, max, short, description }: TextRule = {}) =>
  Type.String({
    format: 'text',
    ...(min === undefined ? {} : { minLength: min }),
    ...(max === undefined ? {} : { maxLength: max }),
    ...(short === undefined ? {} : { 'x-short': short }),
    ...(description === undefined ? {} : { description }),
  })

/** What people call something of theirs. */
export const Name = Text({ min: 1, max: limits.name })
export const Email = Type.String({ format: 'email', maxLength: limits.email })

// The string comes first: a failed union is explained by its first branch.
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/**
 * A map with names chosen by users. `Type.Record` would let names with a line break through unchecked, because its
 * pattern `^.*$` does not match them.
 */
export const MapOf = <T extends TSchema>(schema: T, names: TextRule = {}) =>
  Type.Unsafe<Record<string, Static<T>>>(mapOf(schema, names))

const mapOf = (schema: TSchema, names: TextRule) => ({
  type: 'object',
  additionalProperties: schema,
  propertyNames: Text(names),
})

declare const wide: unique symbol

/** To those who send it, an object like any other. */
export type Wide<T> = Record<string, T> & { readonly [wide]?: never }
export type IsWide<T> = typeof wide extends keyof T ? true : false

/**
 * A map that may have more names than an object should: a large body has room for millions. Handlers get it as a map and
 * never as an object. Where large bodies are taken, every map is one of these.
 */
export const WideMapOf = <T extends TSchema>(schema: T, names: TextRule = {}) =>
  Type.Unsafe<Wide<Static<T>>>({ ...mapOf(schema, names), 'x-wide': true })

/** ISO 8601 in UTC with milliseconds, as every answer writes it. */
export const Time = Type.String({ format: 'date-time' })

export const LocaleCode = Type.String({
  format: 'locale',
})

/** A language that should be there already: whether it is one is seen by looking it up. */
export const LocaleName = Text({ min: 1, max: limits.localeCode })

export const statuses = ['translated', 'not_reviewed', 'not_translated'] as const
export type Status = (typeof statuses)[number]
export const StatusField = Type.Enum([...statuses])

export const CheckField = Type.Enum(checkIds)
export const CheckSeverityField = Type.Enum([...checkSeverities])
export const IssueSeverityField = Type.Enum([...issueSeverities])

/** How placeholders are written; null means `icu`. */
export const SyntaxField = Nullable(Type.Enum([...syntaxes]))

/** The kinds of files that values are written to. What is known about them lies in the package of formats. */
export const formatIds = [
  'json',
  'i18next-v4',
  'i18next-v3',
  'formatjs',
  'vue-i18n',
  'chrome',
  'po',
  'pot',
  'android',
  'apple-strings',
  'xcstrings',
  'xliff-1.2',
  'xliff-2.0',
  'properties',
  'properties-latin1',
  'yaml',
  'yaml-rails',
  'csv',
  'xlsx',
  'arb',
  'qt-ts',
  'php',
  'resx',
  'fluent',
  'ini',
  'js-module',
  'ts-module',
] as const
export type FormatId = (typeof formatIds)[number]

/** As what their files are sent. */
export const formatMediaTypes = [
  'application/json',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/x-httpd-php',
  'application/x-xliff+xml',
  'application/xliff+xml',
  'application/xml',
  'application/yaml',
  'text/csv',
  'text/javascript',
  'text/microsoft-resx',
  'text/plain',
  'text/typescript',
  'text/vnd.trolltech.linguist',
  'text/x-gettext-translation',
  'text/x-gettext-translation-template',
  'text/x-java-properties',
]
export const FormatField = Type.Enum([...formatIds])

/** A body that clients hand on as it comes: no JSON, or JSON as a file. */
export type RawBody<T = unknown> = TUnsafe<T> & { 'x-media-types': readonly string[] }
const Raw = <T>(...mediaTypes: string[]) =>
  Type.Unsafe<T>({ type: 'string', 'x-media-types': mediaTypes }) as RawBody<T>

/** The body of a route that never ends: server-sent events. */
export const EventStream = Raw<void>('text/event-stream')

/** A file, sent piece by piece. */
export const Attachment = (mediaType: string) => Raw<AsyncIterable<string>>(mediaType)
/** A file that its handler sends by itself, in one of some types. */
export const SentFile = (...mediaTypes: string[]) => Raw<void>(...mediaTypes)

/** In which an answer may come; undefined for JSON that is read at once, and where there is no body. */
export const rawTypesOf = (answer: TSchema | null | undefined) =>
  (answer as Partial<RawBody> | null | undefined)?.['x-media-types']

export const Cursor = Type.String({ description: 'The `nextCursor` of the answer before.' })
export const limitOf = (standard: number) => Type.Integer({ minimum: 1, maximum: 100, default: standard })

/** Of lists that were answered whole before they had pages, and still are for whoever asks for none. */
export const optionalPages = {
  cursor: Type.Optional(Cursor),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description: 'Without it, and without a cursor, the whole list is told.',
    }),
  ),
}
