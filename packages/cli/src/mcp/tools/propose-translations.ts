import { z } from 'zod'
import { KeyId, Locale, Seen } from '../fields.ts'
import { isFault, type Languages, languagesOf } from '../languages.ts'
import { type Call, defineTool } from '../tool.ts'
import { type Outcome, unsendable, Written, writeValues } from '../written.ts'

const Proposal = z.strictObject({
  keyId: KeyId,
  locale: Locale,
  text: z.string().min(1).max(65_536).describe('With the placeholders of the source, in its syntax'),
  expectedUpdatedAt: Seen,
})
type Proposal = z.output<typeof Proposal>

export const proposeTranslations = defineTool({
  name: 'propose_translations',
  title: 'Propose translations',
  description:
    'Writes texts that wait for review by a person; none is ever called approved. A text that is there already stays as it is, with its status, and an approved one is replaced only with replaceApproved. Each is written only if the value is still the one you saw; others are refused and told. The answer has before and after of each, and the range that undo takes.',
  scopes: ['translations:read', 'translations:write'],
  writes: true,
  input: z.strictObject({
    translations: z.array(Proposal).min(1).max(100),
    replaceApproved: z
      .boolean()
      .default(false)
      .describe('Also where a person has approved another text, which then has to be reviewed again'),
  }),
  result: Written,
  async run({ translations, replaceApproved }, call) {
    // Without a status the service calls a new text not reviewed, and leaves that of an equal one alone.
    const values = translations.map(({ text, ...where }) => ({ ...where, value: text }))
    const languages = await languagesOf(call)
    const against = values.map((value) => unsendable(value, languages))
    const approved = replaceApproved ? [] : await approvedOnes(translations, languages, call)
    return writeValues(
      values,
      against.map((one, at) => one ?? approved[at]),
      call,
    )
  },
})

/** By the places of the proposals. Should one be approved in this very moment, it is no longer the one that was seen. */
async function approvedOnes(
  proposals: readonly Proposal[],
  languages: Languages,
  { service, signal }: Call,
): Promise<(Outcome | undefined)[]> {
  const named = proposals.map((proposal) => {
    const found = languages.find(proposal.locale)
    return isFault(found) ? undefined : { ...proposal, locale: found.code }
  })
  const known = named.filter((one) => one !== undefined)
  if (known.length === 0) return []
  const keyIds = [...new Set(known.map(({ keyId }) => keyId))]
  const localeCodes = [...new Set(known.map(({ locale }) => locale))]
  const query = { keyIds, localeCodes, statuses: ['translated' as const], limit: keyIds.length }
  const { data } = await service.client.listKeys({ params: service.params, query, signal })
  const keys = new Map(data.map((key) => [key.id, key]))
  return named.map((one) => {
    if (!one) return undefined
    const key = keys.get(one.keyId)
    const value = key?.translations[one.locale]
    if (!key || value?.status !== 'translated' || value.value === one.text) return undefined
    const { keyId, locale } = one
    const message = 'A person has approved another text'
    return { keyId, key: key.key, locale, outcome: 'refused', reason: 'approved', message, before: value, after: value }
  })
}
