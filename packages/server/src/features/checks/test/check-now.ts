import assert from 'node:assert/strict'
import { prepareTerms } from '@parlance/checks'
import type { Handle } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import type { Services } from '../../../services.ts'
import { Examiner } from '../follow/examiner.ts'
import { begin, findBehind } from '../follow/position.ts'
import { checkKeys, followChanges } from '../follow/step.ts'
import { type JudgedFinding, judge } from '../judge.ts'
import { isInconsistent } from '../project-facts.ts'
import { readTerms } from '../project-terms.ts'
import { readCheckSettings } from '../settings.ts'
import { asksForInconsistent, type CheckedProject, type Subject, subjectColumns } from '../subjects.ts'

/** Looks at all that is to be looked at in a project, as the workers do, until nothing is left or another process is at it. */
export async function checkNow(services: Services, projectId: number, examiner = new Examiner()): Promise<void> {
  const worker = { ...services, examiner }
  const behind = await findBehind(services.db)
  if (behind.some(({ id, isNew }) => id === projectId && isNew)) await begin(services.db, projectId)
  for (let left = 'changes'; left !== 'nothing'; ) {
    left = await followChanges(worker, projectId)
    if (left !== 'changes') left = await checkKeys(worker, projectId)
  }
  await examiner.close()
}

export interface StoredIssue extends Omit<JudgedFinding, 'check'> {
  check: string
  keyId: number
  locale: string
  isIgnored: boolean
  detectedAt: Date
}

/** What is stored of a project, in no order that means anything. */
export const storedIssues = ({ db }: Pick<Services, 'db'>, projectId: number) =>
  db.rows<StoredIssue>(sql`
    select i.id, i.key_id as "keyId", l.code as locale, i.check_id as check, i.severity, i.branch, i.params, i.message,
           i.span_start as start, i.span_end as "end", i.fix, i.ignore_id is not null as "isIgnored",
           i.detected_at as "detectedAt"
    from issues i join locales l on l.id = i.locale_id
    where i.project_id = ${projectId} order by i.id`)

/** Stored is what comes out when every value of the project is looked at by itself, no more and no less. */
export async function assertAsFromScratch({ db, clock }: Pick<Services, 'db' | 'clock'>, projectId: number) {
  const settings = await readCheckSettings(db, projectId)
  const project = await db.one<{ id: number; sourceLocaleId: number }>(sql`
    select id, source_locale_id as "sourceLocaleId" from projects where id = ${projectId}`)
  const terms = prepareTerms(await readTerms(db, project))
  const checked = { ...project, asksForInconsistent: asksForInconsistent(settings) }
  const subjects = await readSubjects(db, checked, clock.now())
  const expected = subjects.flatMap((subject) =>
    judge(settings, terms, subject).map((finding) => ({ ...finding, keyId: subject.keyId, locale: subject.locale })),
  )
  const stored = await storedIssues({ db }, projectId)
  assert.deepEqual(
    stored.map(({ isIgnored: _, detectedAt: __, ...issue }) => issue),
    expected.sort((one, other) => (one.id < other.id ? -1 : 1)),
  )
}

/** All values that are checked, row by row: not as the follower reads them. */
const readSubjects = (handle: Handle, project: CheckedProject, now: Date): Promise<Subject[]> =>
  handle.rows(sql`
    select ${subjectColumns(sql`t.value`, now)},
           ${project.asksForInconsistent ? isInconsistent(project, sql`true`) : sql`false`} as "isInconsistent"
    from translations t
    join keys k on k.id = t.key_id and k.deleted_at is null
    join project_locales pl on pl.project_id = ${project.id} and pl.locale_id = t.locale_id
    join locales l on l.id = t.locale_id
    join locales sl on sl.id = ${project.sourceLocaleId}
    left join translations s
      on s.key_id = t.key_id and s.locale_id = ${project.sourceLocaleId} and t.locale_id <> ${project.sourceLocaleId}
    where t.project_id = ${project.id} and t.value <> ''
    order by t.key_id`)
