import type { Body, contract } from '@parlance/contract'
import type { Handle } from '../../db/pool.ts'
import type { OrganizationAccess } from '../../http/access.ts'
import { allowedLocales } from '../organizations/index.ts'
import { orNull } from './term.ts'
import type { NewTranslation } from './term-translation.ts'

type Sent = Body<typeof contract.createTermTranslation>

export const toTranslation = ({ localeId, text, termType, partOfSpeech, gender, description }: Sent) => ({
  localeId,
  text,
  termType: termType ?? 'preferred',
  partOfSpeech: orNull(partOfSpeech),
  gender: orNull(gender),
  description: orNull(description),
})

/** The translations sent along with a term. Of two in one locale the later counts, as if they had come one by one. */
export async function readTranslations(
  db: Handle,
  access: OrganizationAccess,
  sent: readonly Sent[] = [],
): Promise<NewTranslation[]> {
  const ids = sent.map(({ localeId }) => localeId)
  await allowedLocales(db, access, ids, (at) => `translations.${at}.localeId`)
  return [...new Map(sent.map((translation) => [translation.localeId, toTranslation(translation)])).values()]
}
