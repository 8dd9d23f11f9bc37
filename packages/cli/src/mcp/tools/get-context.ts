import { pluralCategories } from '@parlance/checks'
import { type AnswerOf, ParlanceError } from '@parlance/sdk'
import { z } from 'zod'
import { inParallel } from '../../pull/in-parallel.ts'
import { cut, roomFor, shortened } from '../cut.ts'
import { CutText, KeyId, Locale, Value } from '../fields.ts'
import { Finding, findingsOf } from '../findings.ts'
import { type Languages, languagesOf } from '../languages.ts'
import { Remembered, remembered } from '../memory.ts'
import { Term, termsIn } from '../terms.ts'
import { type Call, defineTool } from '../tool.ts'
import { valueIn } from '../values.ts'

/** Searches in memories wait for each other: more at once are not sooner done. */
const AT_ONCE = 3
const MOST_TEXT = 8000
/** As JSON: some 25,000 tokens. */
const MOST_ANSWER = 100_000

const OnScreen = z.object({
  uiType: z.string().describe('Such as button, heading, label'),
  translationRole: z.string(),
  lengthHint: z.string().nullable().describe('"24ch": so many characters fit'),
  screens: z.array(z.string()),
  lastSeenAt: z.string().nullable(),
  isStale: z.boolean().describe('Seen long ago, or before the source text was changed'),
  neighbors: z.array(z.object({ role: z.string(), key: z.string(), text: z.string() })),
})

const Known = z.object({
  keyId: z.int(),
  namespace: z.string(),
  key: z.string(),
  description: z.string().nullable().describe('Written by developers for translators'),
  aiContext: z.string().nullable().describe('Written for machines that translate'),
  characterLimit: z.int().nullable().describe('Longer texts are refused'),
  isPlural: z.boolean(),
  syntax: z.string().describe('How placeholders are written; keep them as they are'),
  source: CutText.nullable().describe('Null where the API key may not see the source language'),
  current: Value,
  onScreen: OnScreen.nullable().describe('Where a running application showed it; null: it was not seen'),
  terms: z.array(Term),
  memory: z.array(Remembered),
  findings: z.array(Finding).describe('What checks have found in the text that is there'),
  comments: z.array(z.object({ author: z.string(), text: z.string(), at: z.string() })).describe('Unresolved ones'),
})

export const getContext = defineTool({
  name: 'get_context',
  title: 'Read what there is to know before translating',
  description:
    'All that is known about some keys for one target language: source text, description, character limit, how placeholders are written, where it is seen on screen and beside what, glossary terms, earlier translations, comments, findings, and the text there is. Read it before you propose.',
  scopes: ['translations:read'],
  writes: false,
  input: z.strictObject({ keyIds: z.array(KeyId).min(1).max(10), locale: Locale }),
  result: z.object({
    locale: z.string(),
    pluralCategories: z.array(z.string()).describe('The plural forms that this language needs'),
    keys: z.array(Known),
    left: z.array(z.int()).describe('keyIds for which there was no room in this answer: ask for these again'),
    missing: z.array(z.int()).describe('keyIds that name no key'),
  }),
  async run({ keyIds, locale }, call) {
    const languages = await languagesOf(call)
    const target = languages.named(locale)
    const wanted = [...new Set(keyIds)]
    const room = roomFor(2 * wanted.length, MOST_TEXT)
    const known = new Map<number, z.input<typeof Known>>()
    await inParallel(wanted, AT_ONCE, async (id) => {
      const key = await findKey(id, call)
      if (key === undefined) return
      known.set(id, {
        ...aboutKey(key, languages, target.code, room),
        onScreen: onScreen(key.context),
        ...(await helpsFor(key, target, languages, call)),
      })
    })
    const there = wanted.flatMap((id) => known.get(id) ?? [])
    const keys = asManyAsFit(there)
    return {
      locale: target.code,
      pluralCategories: [...pluralCategories(target.code, 'cardinal')],
      keys,
      left: there.slice(keys.length).map(({ keyId }) => keyId),
      missing: wanted.filter((id) => !known.has(id)),
    }
  },
})

/** The first, whatever its size, and those after it that are not too much together. */
function asManyAsFit<Item>(items: readonly Item[]): Item[] {
  let size = 0
  const end = items.findIndex((item, at) => {
    size += JSON.stringify(item).length
    return at > 0 && size > MOST_ANSWER
  })
  return items.slice(0, end < 0 ? items.length : end)
}

type Key = AnswerOf<'getKeyById'>

async function findKey(keyId: number, { service, signal }: Call): Promise<Key | undefined> {
  try {
    return await service.client.getKeyById({ params: { ...service.params, keyId }, signal })
  } catch (error) {
    if (error instanceof ParlanceError && error.status === 404) return undefined
    throw error
  }
}

async function findingsIn(keyId: number, locale: string, { service, signal }: Call) {
  const query = { keyIds: [keyId], localeCodes: [locale], limit: 20 }
  return findingsOf((await service.client.listIssues({ params: service.params, query, signal })).issues)
}

function aboutKey(key: Key, { source, seesSource }: Languages, locale: string, room: number) {
  const { id, namespace, key: name, description, aiContext, characterLimit, isPlural, syntax, translations } = key
  return {
    keyId: id,
    namespace,
    key: name,
    description: shortened(description, 2000),
    aiContext,
    characterLimit,
    isPlural,
    syntax: syntax ?? 'icu',
    source: seesSource ? cut(translations[source]?.value ?? null, room) : null,
    current: valueIn(translations, locale, room),
  }
}

/** What others know: the glossary, earlier translations, checks, and people who said something. */
async function helpsFor(key: Key, target: { id: number; code: string }, { source }: Languages, call: Call) {
  const text = key.translations[source]?.value ?? ''
  const isTranslation = target.code !== source
  const sought = { text, target, contextKey: key.key, excludeKeyId: key.id, minSimilarity: 60, limit: 3 }
  const [terms, memory, findings, comments] = await Promise.all([
    isTranslation ? termsIn(text, source, target.code, call) : [],
    isTranslation ? remembered(sought, call) : [],
    findingsIn(key.id, target.code, call),
    key.commentCount > 0 ? unresolved(key.id, target.code, call) : [],
  ])
  return { terms, memory, findings, comments }
}

async function unresolved(keyId: number, locale: string, { service, signal }: Call) {
  const { comments } = await service.client.listKeyComments({ params: { ...service.params, keyId }, signal })
  return comments
    .filter((one) => !one.isResolved && (one.locale === null || one.locale === locale))
    .slice(-10)
    .map(({ authorName, text, createdAt }) => ({ author: authorName, text: shortened(text, 1000), at: createdAt }))
}

function onScreen({ context }: Key['context']): z.input<typeof OnScreen> | null {
  if (!context) return null
  const { uiType, translationRole, lengthHint, neighbors, screenGroups, lastSeenAt, isStale } = context
  return {
    uiType,
    translationRole,
    lengthHint,
    screens: screenGroups.slice(0, 20),
    lastSeenAt,
    isStale,
    neighbors: neighbors.slice(0, 10).map(({ role, key, text }) => ({ role, key, text: shortened(text, 200) })),
  }
}
