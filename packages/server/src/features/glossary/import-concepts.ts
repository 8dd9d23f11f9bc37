import type { ExchangedConcept, ReadGlossary, RowError } from '@parlance/formats/glossary'
import { sql } from '../../db/sql.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import type { OrganizationAccess } from '../../http/access.ts'
import { wrongField } from '../../http/errors.ts'
import { assertRoomFor } from '../../http/quota.ts'
import type { Services } from '../../services.ts'
import { inSlices } from '../../turns.ts'
import { ensureLocales, findLocales } from '../organizations/index.ts'
import { countTerms, type HeldGlossary, holdGlossary, raiseRevision } from './glossary.ts'
import { standardSourceLocale } from './glossary-locales.ts'
import { insertConcepts, mergeConcepts, overwriteConcepts } from './import-apply.ts'
import { type ConceptContent, ImportLocales, type ResolvedConcept, resolveConcept } from './import-concept.ts'
import { type ConflictStrategy, type ExistingConcept, ImportPlan, type Target } from './import-plan.ts'

/** Some milliseconds of work each, whether here or on the way to the database. */
const RESOLVED_AT_ONCE = 2_000
const WRITTEN_AT_ONCE = 1_000

interface Import {
  access: OrganizationAccess
  strategy: ConflictStrategy
  /** The source language of the whole file, where it or the request names one. */
  sourceLocaleCode?: string | undefined
  now: Date
  /** Reads the file, once it is known which language is the source. */
  read(isSource: (localeCode: string) => boolean): Promise<ReadGlossary> | ReadGlossary
}

/** An import from the file to the answer: read, find the languages, look for the same concepts, plan, write. */
export async function importConcepts({ db, config }: Services, given: Import) {
  const { access, strategy, now } = given
  const standard = await standardSourceLocale(db, access.organizationId)
  const source = given.sourceLocaleCode ?? standard
  const spelled = new ImportLocales([], null, source)
  const file = await given.read((code) => spelled.canonical(code) === spelled.sourceCode)
  return transaction(db, async (tx) => {
    const glossary = await holdGlossary(tx, access.organizationId, now)
    if (file.concepts.length > 0) await ensureLocales(tx, access.organizationId, [standard])
    const known = await findLocales(tx, access.organizationId)
    const locales = new ImportLocales(known, access.localeCodes, source)
    if (given.sourceLocaleCode !== undefined && locales.sourceCode !== standard && !locales.find(source))
      throw wrongField('sourceLocaleCode', `The organization does not have the language \`${source}\`.`)
    const errors: RowError[] = [...file.errors]
    const concepts = await resolve(file.concepts, locales, errors)
    const ids = new Set(concepts.flatMap(({ conceptId }) => conceptId ?? []))
    const plan = new ImportPlan(strategy, await findSame(tx, glossary, concepts, [...ids]), ids)
    await inSlices(concepts, RESOLVED_AT_ONCE, (slice) => {
      for (const concept of slice) plan.add(concept)
    })
    const added = plan.targets.filter((target) => target.isWritten && isNew(target)).length
    if (added > 0) assertRoomFor(config.quotas, 'terms', await countTerms(tx, glossary), added)
    const merged = await write(tx, glossary, plan, strategy, locales.writableIds, now)
    errors.push(...plan.errors)
    return {
      imported: plan.imported,
      skipped: plan.skipped + merged.unchanged,
      updated: plan.updated + merged.changed,
      errors: errors.sort((a, b) => a.row - b.row),
    }
  })
}

async function resolve(
  concepts: readonly ExchangedConcept[],
  locales: ImportLocales,
  errors: RowError[],
): Promise<ResolvedConcept[]> {
  const resolved: ResolvedConcept[] = []
  await inSlices(concepts, RESOLVED_AT_ONCE, (slice) => {
    for (const concept of slice) resolved.push(resolveConcept(concept, locales, errors))
  })
  return resolved
}

/** The concepts of the glossary that have an id or a source term of the file, in the order of their age. */
async function findSame(
  tx: Transaction,
  glossary: HeldGlossary,
  concepts: readonly ResolvedConcept[],
  ids: readonly string[],
): Promise<ExistingConcept[]> {
  const found = new Map<number, ExistingConcept>()
  const keep = (rows: ExistingConcept[]) => {
    for (const row of rows) found.set(row.id, row)
  }
  const columns = sql`t.id, t.concept_id as "conceptId", t.source_locale_id as "sourceLocaleId",
    t.folded_term as "foldedTerm"`
  const isEmpty = !(await tx.row(sql`select 1 from terms where glossary_id = ${glossary.id} limit 1`))
  if (isEmpty) return []
  await inSlices(ids, RESOLVED_AT_ONCE, async (slice) => {
    keep(
      await tx.rows(sql`
        select ${columns} from terms t where t.glossary_id = ${glossary.id} and t.concept_id = any(${slice}::text[])`),
    )
  })
  const sources = concepts.flatMap(({ source }) => source ?? [])
  await inSlices(sources, RESOLVED_AT_ONCE, async (slice) => {
    keep(
      await tx.rows(sql`
        select ${columns}
        from unnest(${slice.map(({ localeId }) => localeId)}::bigint[], ${slice.map(({ text }) => text)}::text[])
          as s (locale_id, text)
        join terms t on t.glossary_id = ${glossary.id} and t.folded_term = folded(s.text)
          and t.source_locale_id = s.locale_id`),
    )
  })
  return [...found.values()].sort((a, b) => a.id - b.id)
}

const isNew = (target: Target): target is Target & { content: ConceptContent } =>
  target.id === null && target.content !== null

async function write(
  tx: Transaction,
  glossary: HeldGlossary,
  { targets }: ImportPlan,
  strategy: ConflictStrategy,
  writableIds: readonly number[] | null,
  now: Date,
): Promise<{ changed: number; unchanged: number }> {
  const written = targets.filter(({ isWritten }) => isWritten)
  await inSlices(written.filter(isNew), WRITTEN_AT_ONCE, (slice) => insertConcepts(tx, glossary, slice, now))
  const existing = written.filter(({ id }) => id !== null)
  let changed = 0
  await inSlices(existing, WRITTEN_AT_ONCE, async (slice) => {
    if (strategy === 'merge') changed += await mergeConcepts(tx, glossary, slice, now)
    else await overwriteConcepts(tx, glossary, slice, writableIds, now)
  })
  if (written.length > 0) await raiseRevision(tx, glossary, now)
  return { changed, unchanged: strategy === 'merge' ? existing.length - changed : 0 }
}
