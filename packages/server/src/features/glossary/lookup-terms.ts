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

/** Where they are the index knows; what they are is read now, so that an answer never tells what was. */
export const lookupTerms = implement(contract.lookupTerms, async (services, { access, body }) => {
  const source = namedLocale(access, body.sourceLocaleCode)
  const target = namedLocale(access, body.targetLocaleCode)
  const hits = await services.terms.find(access.organizationId, source, body.text)
  const ids = new Set<number>()
  await eachInTurns(hits, ({ termIds }) => {
    for (const id of termIds) ids.add(id)
  })
  if (ids.size === 0) return { hits: [] }
  const found = await services.db.rows<FoundTerm>(sql`
    select t.id, t.term, t.term_type as "termType", ${translationsOf([target])} as translations
    from terms t where t.id = any(${[...ids]}::bigint[])`)
  const byId = new Map(found.map((term) => [term.id, term]))
  const told: ToldHit[] = []
  await eachInTurns(hits, ({ termIds, start, end }) => {
    for (const id of termIds) {
      const term = byId.get(id)
      if (!term) continue
      const { term: text, termType, translations } = term
      told.push({ termId: id, term: text, start, end, translations, isForbidden: termType === 'forbidden' })
    }
  })
  return { hits: told }
})
