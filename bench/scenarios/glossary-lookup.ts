import type { Scenario } from '../lib/bench.ts'
import { type Connection, connected } from '../lib/driver.ts'
import { interleave, percentile } from '../lib/measure.ts'
import type { Figure } from '../lib/report.ts'
import { emptyGlossary } from './glossary-import.ts'

const TERMS = 70_000
const TEXT_LENGTH = 500

const scenario: Scenario = {
  summary: `terms of a glossary of ${TERMS.toLocaleString('en')} in a text of ${TEXT_LENGTH} characters, against a search term by term`,
  async run(bench, name) {
    const client = await bench.client()
    const { orgId, glossaryId } = await emptyGlossary(client)
    const { projects } = await client.json<{ projects: { id: number }[] }>('GET', `/v1/organizations/${orgId}/projects`)
    const path = `/v1/projects/${projects[0]?.id}/glossary/lookup`
    const figures = await connected(bench.database, async (database) => {
      await load(database, orgId, glossaryId)
      const ask = (at: number) =>
        client.ok('POST', path, JSON.stringify({ text: textAt(at), sourceLocaleCode: 'en', targetLocaleCode: 'de' }))
      const began = performance.now()
      await ask(0)
      const first = performance.now() - began
      let asked = 0
      const measured = await interleave({
        product: () => ask(asked++),
        limit: () => database.query(TERM_BY_TERM, [glossaryId, textAt(asked++)]),
        warmUpMs: 500,
        slices: 20,
      })
      return [0.5, 0.95]
        .map(
          (share): Figure => ({
            scenario: name,
            measure: `lookup, p${share * 100}`,
            unit: 'ms',
            product: percentile(measured.product.milliseconds, share),
            limit: percentile(measured.limit.milliseconds, share),
            ...(share === 0.95 ? { target: { of: 'product', is: '≤', value: 5 } as const } : {}),
          }),
        )
        .concat({ scenario: name, measure: 'first lookup, which builds the index', unit: 'ms', product: first })
    })
    client.close()
    return figures
  },
}

export default scenario

const TERM_BY_TERM = `
  select id from terms where glossary_id = $1 and position(folded_term in folded($2)) > 0`

const WORDS = ['order', 'cart', 'ship', 'refund', 'price', 'store', 'gift', 'label', 'track', 'stock', 'ticket', 'seat']
const word = (at: number) => `${WORDS[at % WORDS.length]}${Math.floor(at / WORDS.length).toString(36)}`

/** One to three words each, many with the same beginning. */
const termAt = (at: number) => Array.from({ length: 1 + (at % 3) }, (_, next) => word(at + next * 7)).join(' ')

function textAt(at: number): string {
  let text = ''
  for (let next = at * 31; text.length < TEXT_LENGTH; next++) text += `the ${termAt(next % (2 * TERMS))} of `
  return text.slice(0, TEXT_LENGTH)
}

async function load(database: Connection, orgId: number, glossaryId: number): Promise<void> {
  await database.query(
    `with made as (
       insert into terms (glossary_id, concept_id, source_locale_id, term, revision, created_at, updated_at)
       select $1, gen_random_uuid(), p.source_locale_id, term, 1, now(), now()
       from unnest($2::text[]) term, projects p where p.organization_id = $3
       returning id, term)
     insert into term_translations (glossary_id, term_id, locale_id, text)
     select $1, m.id, l.id, m.term from made m, locales l where l.organization_id = $3 and l.code = 'de'`,
    [glossaryId, Array.from({ length: TERMS }, (_, at) => termAt(at)), orgId],
  )
  await database.query('update glossaries set revision = 1 where id = $1', [glossaryId])
  await database.query('analyze terms, term_translations')
}
