import type { Author } from '../../changes/author.ts'
import { type Sql, sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { ProjectAccess } from '../../http/access.ts'
import type { Services } from '../../services.ts'
import { type Candidate, readCandidates } from './candidates.ts'
import { comparedWithOthers } from './compared-with-others.ts'
import { Examiner } from './follow/examiner.ts'
import type { Judgment } from './follow/write-issues.ts'
import { COVERING_IGNORE, toFindingRows } from './ignores.ts'
import { glossaryOf } from './project-terms.ts'
import { readCheckSettings } from './settings.ts'
import { asksForInconsistent, type CheckedProject } from './subjects.ts'
import { readSubjectsAsText } from './subjects-as-text.ts'

/** So many values, of no more text than this, are looked at together. */
const MOST_VALUES = 2_000
const MOST_BYTES = 4 * 2 ** 20
/** More than this are not looked at on the thread that answers requests. */
const FEW = 1_000

/** What writers are given where nobody calls a text with errors translated. Who has none asks no checks. */
export type ReviewGate = Pick<Services, 'checkedTerms'>

export const reviewGate = (services: Services, { blocksReview }: ProjectAccess): ReviewGate | undefined =>
  blocksReview ? services : undefined

/** A value with errors that nobody has ignored. */
export interface FaultyValue {
  keyId: number
  localeId: number
  errors: number
}

type Examine = (subjects: string, areMany: boolean) => Promise<Judgment[]>

/**
 * Which of some texts would have errors; `sources` are the source texts that come with them, by key. Worked out anew: what
 * is stored of findings is behind the texts, and knows nothing of those that are still to come.
 */
export function findFaultyTexts(
  tx: Transaction,
  by: Author,
  gate: ReviewGate,
  candidates: readonly Candidate[],
  sources: ReadonlyMap<number, string | null>,
): Promise<FaultyValue[]> {
  return findFaulty(tx, by, gate, async (project, examine) => {
    const subjects = await readCandidates(tx, project, candidates, by.at)
    const beside = subjects.map((subject) => {
      const source = subject.localeId === by.sourceLocaleId ? undefined : sources.get(subject.keyId)
      return source === undefined ? subject : { ...subject, source, isOutdated: false, isNew: true }
    })
    const stored = beside.filter(({ isNew }) => !isNew)
    const coming = await comparedWithOthers(
      tx,
      project,
      beside.filter(({ isNew }) => isNew),
    )
    return examine(JSON.stringify([...stored, ...coming]), beside.length > FEW)
  })
}

/** The same of values that are there: `which` chooses among the rows of `translations`, called t. */
export function findFaultyValues(tx: Transaction, by: Author, gate: ReviewGate, which: Sql): Promise<FaultyValue[]> {
  return findFaulty(tx, by, gate, async (project, examine) => {
    const slices = await slicesOf(tx, which)
    const judgments: Judgment[] = []
    for (const ids of slices) {
      const { text, count } = await readSubjectsAsText(tx, project, sql`t.id = any(${ids}::bigint[])`, by.at)
      judgments.push(...(await examine(text, slices.length > 1 || count > FEW)))
    }
    return judgments
  })
}

async function findFaulty(
  tx: Transaction,
  { projectId: id, sourceLocaleId }: Author,
  gate: ReviewGate,
  look: (project: CheckedProject, examine: Examine) => Promise<Judgment[]>,
): Promise<FaultyValue[]> {
  const settings = await readCheckSettings(tx, id)
  const project = { id, sourceLocaleId, asksForInconsistent: asksForInconsistent(settings) }
  const glossary = glossaryOf(gate, tx, project)
  const examiner = new Examiner({ isPatient: false })
  try {
    const examine: Examine = async (subjects, areMany) =>
      (await examiner.examine({ subjects, settings }, glossary, areMany)).judgments
    return await countOpenErrors(tx, await look(project, examine))
  } finally {
    await examiner.close()
  }
}

/** The values of a batch by their ids, as many together as may be looked at. */
async function slicesOf(tx: Transaction, which: Sql): Promise<number[][]> {
  const slices: number[][] = []
  let room = 0
  for await (const group of tx.groups<{ id: number; bytes: number }>(sql`
    select t.id, octet_length(t.value) as bytes from translations t where ${which} and t.value <> '' order by t.id`)) {
    for (const { id, bytes } of group) {
      const slice = slices.at(-1)
      room -= bytes
      if (slice && slice.length < MOST_VALUES && room >= 0) slice.push(id)
      else {
        slices.push([id])
        room = MOST_BYTES - bytes
      }
    }
  }
  return slices
}

async function countOpenErrors(tx: Transaction, judgments: readonly Judgment[]): Promise<FaultyValue[]> {
  const errors = judgments.flatMap(({ keyId, localeId, findings }) =>
    findings.filter(({ severity }) => severity === 'error').map((finding) => ({ ...finding, keyId, localeId })),
  )
  if (errors.length === 0) return []
  return tx.rows<FaultyValue>(sql`
    select f.key_id as "keyId", f.locale_id as "localeId", count(*) as errors
    from json_to_recordset(${toFindingRows(errors)}::json)
      as f (key_id bigint, locale_id bigint, check_id text, branch text, params jsonb)
    where not exists (${COVERING_IGNORE})
    group by f.key_id, f.locale_id`)
}
