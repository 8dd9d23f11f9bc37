import { z } from 'zod'
import { roomFor, shortened } from '../cut.ts'
import { Cursor, KeyId, Locale, limitOf, NextCursor, Time } from '../fields.ts'
import { given } from '../given.ts'
import { languagesOf } from '../languages.ts'
import { defineTool } from '../tool.ts'

export const listChanges = defineTool({
  name: 'list_changes',
  title: 'See what was changed',
  description:
    'The history: who changed which key or text, from what to what, newest first, page by page. Ids of changes of your own are what undo takes.',
  scopes: ['translations:read'],
  writes: false,
  input: z.strictObject({
    keyId: KeyId.optional(),
    locale: Locale.optional(),
    since: Time.optional().describe('At this time or later'),
    until: Time.optional().describe('Before this time'),
    limit: limitOf(20, 50),
    cursor: Cursor.optional(),
  }),
  result: z.object({
    changes: z.array(
      z.object({
        id: z.int(),
        at: z.string(),
        by: z.string().nullable().describe('A person, or the name of an API key'),
        isYours: z.boolean().describe('Made with the API key that you work with'),
        event: z.string().describe('Such as translation.updated, key.created'),
        keyId: z.int().nullable(),
        namespace: z.string().nullable(),
        key: z.string().nullable(),
        locale: z.string().nullable(),
        before: z.string().nullable().describe('As JSON; long ones are cut'),
        after: z.string().nullable(),
      }),
    ),
    nextCursor: NextCursor,
  }),
  async run({ keyId, locale, since, until, limit, cursor }, call) {
    const { service, signal } = call
    const code = locale === undefined ? undefined : (await languagesOf(call)).named(locale).code
    const query = given({ keyId, locale: code, since, until, limit, cursor })
    const { activity, nextCursor } = await service.client.listActivity({ params: service.params, query, signal })
    const room = roomFor(2 * activity.length)
    const written = (state: unknown) => (state === null ? null : shortened(JSON.stringify(state), room))
    const changes = activity.map(
      ({ id, at, actor, event, keyId: changed, namespace, key, locale: language, ...states }) => ({
        id,
        at,
        by: actor.name,
        isYours: actor.type === 'api_key' && actor.id === service.apiKeyId,
        event,
        keyId: changed,
        namespace,
        key,
        locale: language,
        before: written(states.before),
        after: written(states.after),
      }),
    )
    return { changes, nextCursor }
  },
})
