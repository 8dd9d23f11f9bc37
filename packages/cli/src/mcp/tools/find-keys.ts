import { CATALOGUE } from '@parlance/checks'
import { z } from 'zod'
import { roomFor, shortened } from '../cut.ts'
import { Cursor, KeyId, Locale, limitOf, NextCursor, Status, Time, Value } from '../fields.ts'
import { given } from '../given.ts'
import { type Languages, languagesOf, namespaceIds } from '../languages.ts'
import { type Call, defineTool } from '../tool.ts'
import { type ListedKey, valueIn } from '../values.ts'

const Input = z.strictObject({
  search: z.string().max(1000).optional().describe('Part of a key name or of a text, whatever the case'),
  searchIn: z
    .array(z.enum(['key', 'value', 'description']))
    .optional()
    .describe('Where to search; names and texts'),
  locales: z
    .array(Locale)
    .max(8)
    .default([])
    .describe('Languages to show, and for statuses, issues and sourceChanged to look at; without, the source is shown'),
  statuses: z.array(Status).optional().describe('Keys with one of these in one of `locales`, or in any language'),
  namespaces: z.array(z.string()).max(100).optional().describe('By their names; without, all'),
  keyIds: z.array(KeyId).max(50).optional(),
  issues: z
    .array(z.enum(['any', ...CATALOGUE.map(({ id }) => id)]))
    .optional()
    .describe('Keys where one of these checks has found something'),
  severities: z.array(z.enum(['error', 'warning'])).optional(),
  sourceChanged: z.boolean().optional().describe('Whether the source text was changed after its translation'),
  hasComments: z.boolean().optional(),
  isPlural: z.boolean().optional(),
  updatedSince: Time.optional().describe('Some text was written at this time or later'),
  sortBy: z.enum(['key', 'updatedAt', 'createdAt']).default('key'),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
  limit: limitOf(20, 50),
  cursor: Cursor.optional(),
})

const Result = z.object({
  keys: z.array(
    z.object({
      keyId: z.int(),
      namespace: z.string(),
      key: z.string(),
      description: z.string().nullable(),
      characterLimit: z.int().nullable(),
      isPlural: z.boolean(),
      syntax: z.string().describe('How placeholders are written'),
      values: z.array(Value).describe('The source language first, as far as it may be seen'),
    }),
  ),
  total: z.int().nullable().describe('How many keys match in all; told with the first page'),
  nextCursor: NextCursor,
})

export const findKeys = defineTool({
  name: 'find_keys',
  title: 'Find keys',
  description:
    'Finds keys by search and filters, page by page, with their source text and their texts in some languages. To see what is left to translate: statuses ["not_translated"] and one language in locales. Long texts are cut.',
  scopes: ['translations:read'],
  writes: false,
  input: Input,
  result: Result,
  async run(args, call) {
    const { service, signal } = call
    const { client, params } = service
    const languages = await languagesOf(call)
    const shown = args.locales.map((code) => languages.named(code).code)
    const filters = await filtersOf(args, shown, call)
    const page = given({ limit: args.limit, cursor: args.cursor, sortBy: args.sortBy, sortOrder: args.sortOrder })
    const [{ data, pagination }, counted] = await Promise.all([
      client.listKeys({ params, query: { ...filters, ...page }, signal }),
      args.cursor === undefined ? client.countKeys({ params, query: filters, signal }) : undefined,
    ])
    const sourceOf = await sourceTexts(data, shown, languages, call)
    const listed = languages.seesSource ? [languages.source, ...shown] : shown
    const room = roomFor(data.length * listed.length)
    const keys = data.map((key) => ({
      keyId: key.id,
      namespace: key.namespace,
      key: key.key,
      description: shortened(key.description, 200),
      characterLimit: key.characterLimit,
      isPlural: key.isPlural,
      syntax: key.syntax ?? 'icu',
      values: [...new Set(listed)].map((code) =>
        valueIn(code === languages.source ? sourceOf(key) : key.translations, code, room),
      ),
    }))
    return { keys, total: counted?.count ?? null, nextCursor: pagination.nextCursor }
  },
})

async function filtersOf(args: z.output<typeof Input>, localeCodes: string[], call: Call) {
  return given({
    search: args.search,
    searchIn: args.searchIn,
    localeCodes: localeCodes.length > 0 ? localeCodes : undefined,
    statuses: args.statuses,
    namespaceIds: await namespaceIds(args.namespaces, call),
    keyIds: args.keyIds,
    issues: args.issues,
    issueSeverities: args.severities,
    sourceChanged: args.sourceChanged,
    hasComments: args.hasComments,
    isPlural: args.isPlural,
    updatedSince: args.updatedSince,
  })
}

/** A list shows the languages that it was filtered by; the source of what it found is asked for by itself. */
async function sourceTexts(
  found: readonly ListedKey[],
  shown: readonly string[],
  { source, seesSource }: Languages,
  { service, signal }: Call,
): Promise<(key: ListedKey) => ListedKey['translations']> {
  const isThere = shown.length === 0 || shown.includes(source)
  if (isThere || !seesSource || found.length === 0) return ({ translations }) => translations
  const keyIds = found.map(({ id }) => id)
  const query = { keyIds, localeCodes: [source], limit: keyIds.length }
  const { data } = await service.client.listKeys({ params: service.params, query, signal })
  const byId = new Map(data.map(({ id, translations }) => [id, translations]))
  return ({ id }) => byId.get(id) ?? {}
}
