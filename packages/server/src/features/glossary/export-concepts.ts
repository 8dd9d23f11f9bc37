import { Readable } from 'node:stream'
import type { ExchangedConcept } from '@parlance/formats/glossary'
import type { FastifyReply } from 'fastify'
import type { Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import type { OrganizationAccess } from '../../http/access.ts'
import type { Services } from '../../services.ts'
import { allowedLocales } from '../organizations/index.ts'
import { standardSourceLocale } from './glossary-locales.ts'
import { findTerms, type TermRow } from './term.ts'

const TERMS_AT_ONCE = 500
/** Of a slice, more or less: so much waits for a reader who takes their time. */
const SLICE_CHARACTERS = 500_000

export interface Export {
  sourceLocaleCode: string
  /** Slices of concepts, in the order of their age. */
  concepts: AsyncIterable<ExchangedConcept[]>
}

/**
 * The concepts of a glossary with their source terms and the translations asked for: in all languages the caller may
 * see, or only in some. Read slice by slice, so that a slow reader holds little memory and no connection.
 */
export async function exportConcepts(
  { db, downloads }: Services,
  access: OrganizationAccess,
  localeIds: readonly number[] | undefined,
  reply: FastifyReply,
): Promise<Export> {
  const chosen = localeIds?.length ? new Set(localeIds) : undefined
  await allowedLocales(db, access, [...(chosen ?? [])], (at) => `localeIds.${at}`)
  const sourceLocaleCode = await standardSourceLocale(db, access.organizationId)
  await downloads.begin(access, reply)
  return { sourceLocaleCode, concepts: slices(db, access, chosen, sourceLocaleCode) }
}

async function* slices(
  db: Handle,
  { organizationId, localeCodes }: OrganizationAccess,
  chosen: ReadonlySet<number> | undefined,
  sourceLocaleCode: string,
): AsyncGenerator<ExchangedConcept[]> {
  let count = TERMS_AT_ONCE / 10
  for (let last = 0; ; ) {
    const rest = sql`and t.id > ${last} order by t.id limit ${count}`
    const terms = await findTerms(db, organizationId, localeCodes, rest)
    if (terms.length > 0) yield terms.map((term) => toConcept(term, chosen, sourceLocaleCode))
    if (terms.length < count) return
    last = terms.at(-1)?.id ?? 0
    const characters = terms.reduce((sum, term) => sum + sizeOf(term), 1)
    count = Math.max(1, Math.min(TERMS_AT_ONCE, Math.floor((SLICE_CHARACTERS / characters) * terms.length)))
  }
}

const sizeOf = ({ term, definition, description, translations }: TermRow) =>
  term.length +
  (definition?.length ?? 0) +
  (description?.length ?? 0) +
  translations.reduce((sum, { text, description }) => sum + text.length + (description?.length ?? 0), 0)

function toConcept(term: TermRow, chosen: ReadonlySet<number> | undefined, sourceLocaleCode: string): ExchangedConcept {
  const { id: row, conceptId, definition, subject, isTranslatable, isCaseSensitive, isExactMatch } = term
  const translations = term.translations.filter(({ localeId }) => !chosen || chosen.has(localeId))
  const { sourceLocaleCode: localeCode, term: text } = term
  return {
    row,
    conceptId,
    sourceLocaleCode: localeCode === sourceLocaleCode ? undefined : localeCode,
    definition: definition ?? undefined,
    subject: subject ?? undefined,
    isTranslatable,
    terms: [
      { row, localeCode, text, ...details(term), isCaseSensitive, isExactMatch },
      ...translations.map((translation) => ({
        row,
        localeCode: translation.localeCode,
        text: translation.text,
        ...details(translation),
      })),
    ],
  }
}

const details = ({
  termType,
  description,
  partOfSpeech,
  gender,
}: Pick<TermRow, 'termType' | 'description' | 'partOfSpeech' | 'gender'>) => ({
  termType,
  description: description ?? undefined,
  partOfSpeech: partOfSpeech ?? undefined,
  gender: gender ?? undefined,
})

/** Answers with a file that is written while it is sent. */
export function sendFile(
  reply: FastifyReply,
  extension: string,
  mediaType: string,
  pieces: AsyncIterable<string>,
): Readable {
  reply.type(mediaType).header('content-disposition', `attachment; filename="glossary.${extension}"`)
  return Readable.from(pieces, { objectMode: false })
}
