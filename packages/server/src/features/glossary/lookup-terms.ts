import type { TermHit } from '@parlance/checks'
import { contract, type ResponseBody, type TermType } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { namedLocale } from '../../http/access.ts'
import { implement } from '../../implement.ts'
import { eachInTurns } from '../../turns.ts'
import { type TranslationRow, translationsOf } from './term-translation.ts'

interface FoundTerm {
  id: number
  term: string
  termType: TermType
  translations: TranslationRow[]
}

type ToldHit = ResponseBody<typeof contract.lookupTerms>['hits'][number]

/** A text of the longest kind with a term in every letter would be told in gigabytes. */
const MOST_HITS = 10_000
const MOST_OF_ONE_TEXT = 20

/** Where they are the index knows; what they are is read now, so that an answer never tells what was. */
export const lookupTerms = implement(contract.lookupTerms, async (services, { access, body }) => {
  const source = namedLocale(access, body.sourceLocaleCode)
  const target = namedLocale(access, body.targetLocaleCode)
  const places = toldPlaces(await services.terms.find(access.organizationId, source, body.text))
  if (places.length === 0) return { hits: [] }
  const ids = new Set(places.map(({ id }) => id))
  const found = await services.db.rows<FoundTerm>(sql`
    select t.id, t.term, t.term_type as "termType", ${translationsOf([target])} as translations
    from terms t where t.id = any(${[...ids]}::bigint[])`)
  const byId = new Map(found.map((term) => [term.id, term]))
  const told: ToldHit[] = []
  await eachInTurns(places, ({ id, start, end }) => {
    const term = byId.get(id)
    if (!term) return
    const { term: text, termType, translations } = term
    told.push({ termId: id, term: text, start, end, translations, isForbidden: termType === 'forbidden' })
  })
  return { hits: told }
})

/** Each term at each of its places, as many as one answer can hold: every letter may be a term, of thousands of concepts. */
function toldPlaces(hits: readonly TermHit[]) {
  const places: { id: number; start: number; end: number }[] = []
  for (const { termIds, start, end } of hits) {
    for (const id of termIds.slice(0, MOST_OF_ONE_TEXT)) {
      if (places.length === MOST_HITS) return places
      places.push({ id, start, end })
    }
  }
  return places
}
