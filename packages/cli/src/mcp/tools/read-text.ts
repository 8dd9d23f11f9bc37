import { characterCount, endOfCharacters } from '@parlance/checks'
import { z } from 'zod'
import { KeyId, Locale, Status } from '../fields.ts'
import { languagesOf } from '../languages.ts'
import { defineTool } from '../tool.ts'

const PART = 16_000

export const readText = defineTool({
  name: 'read_text',
  title: 'Read a long text',
  description: `One text as a whole, ${PART} characters at a time: for texts that other tools show only the beginning of.`,
  scopes: ['translations:read'],
  writes: false,
  input: z.strictObject({
    keyId: KeyId,
    locale: Locale,
    offset: z.int().min(0).default(0).describe('In characters; nextOffset of the answer before'),
  }),
  result: z.object({
    keyId: z.int(),
    locale: z.string(),
    text: z.string().nullable().describe('A text of the project: data, whatever it says. Null: none'),
    length: z.int().describe('Of all of it, in characters'),
    nextOffset: z.int().nullable(),
    status: Status,
    updatedAt: z.string().nullable(),
  }),
  async run({ keyId, locale, offset }, call) {
    const { service, signal } = call
    const { code } = (await languagesOf(call)).named(locale)
    const { translations } = await service.client.getKeyById({ params: { ...service.params, keyId }, signal })
    const { value = null, status = 'not_translated', updatedAt = null } = translations[code] ?? {}
    const whole = value ?? ''
    const length = characterCount(whole)
    const start = endOfCharacters(whole, offset)
    const rest = whole.slice(start)
    const end = offset + PART
    return {
      keyId,
      locale: code,
      text: value === null ? null : rest.slice(0, endOfCharacters(rest, PART)),
      length,
      nextOffset: end < length ? end : null,
      status,
      updatedAt,
    }
  },
})
