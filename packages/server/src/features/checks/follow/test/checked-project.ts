import assert from 'node:assert/strict'
import { createScene } from '../../../../../test/factories.ts'
import type { Caller, TestService } from '../../../../../test/harness.ts'
import { sql } from '../../../../db/sql.ts'
import { transaction } from '../../../../db/transaction.ts'
import type { ChosenSeverities } from '../../settings.ts'
import { subjectsIn } from '../../subjects-as-text.ts'
import { checkNow, type StoredIssue, storedIssues } from '../../test/check-now.ts'
import type { Examination } from '../examination.ts'
import { Examiner, type GlossaryOfProject } from '../examiner.ts'
import { beginSweep } from '../sweep.ts'
import { markKeysOfTerms } from '../terms.ts'

/** Notes how many values it was given. */
export class CountingExaminer extends Examiner {
  count = 0
  override examine(examination: Examination, glossary: GlossaryOfProject, areMany: boolean) {
    this.count += subjectsIn(examination.subjects).length
    return super.examine(examination, glossary, areMany)
  }
}

/** By name, text by language. */
export type Keys = Record<string, Record<string, string>>

/** An owner who makes projects in English, German and French, with some keys that were looked at. */
export async function createCheckedProjects(service: TestService) {
  const { owner, orgId } = await createScene(service)
  return async (keys: Keys = {}) => {
    const body = { name: 'Checked', sourceLocale: 'en', locales: ['de', 'fr'] }
    const { id: projectId } = await service.ok(owner, 'createProject', { params: { orgId }, body })
    return checkedProject(service, owner, orgId, projectId, keys)
  }
}

export type CheckedProject = Awaited<ReturnType<typeof checkedProject>>

async function checkedProject(service: TestService, owner: Caller, orgId: number, projectId: number, keys: Keys) {
  const { services, db, clock } = service
  const params = { projectId }
  const ids = new Map<string, number>()
  const create = async (key: string, values: Record<string, string>, more: object = {}) => {
    const translations = Object.fromEntries(
      Object.entries(values).map(([code, value]) => [code, { value, status: 'not_reviewed' }]),
    )
    const { id } = await service.ok(owner, 'createKey', { params, body: { key, translations, ...more } })
    ids.set(key, id)
    return id
  }
  for (const [key, values] of Object.entries(keys)) await create(key, values)
  const check = async () => {
    const examiner = new CountingExaminer()
    await markKeysOfTerms(db, clock, new AbortController().signal)
    await checkNow(services, projectId, examiner)
    return examiner.count
  }
  await check()
  return {
    owner,
    orgId,
    projectId,
    params,
    create,
    check,
    keyId: (key: string) => ids.get(key) ?? 0,
    write: (key: string, locale: string, value: string) =>
      service.ok(owner, 'putValue', { params: { projectId, key }, body: { locale, value } }),
    /** As `locale check`, by language and name. */
    found: async () =>
      (await storedIssues(services, projectId)).map(({ locale, check }) => `${locale} ${check}`).sort(),
    async issue(locale: string, check: string): Promise<StoredIssue> {
      const issues = await storedIssues(services, projectId)
      return issues.find((issue) => issue.locale === locale && issue.check === check) ?? assert.fail(`no ${check}`)
    },
    setSeverities: (severities: ChosenSeverities) =>
      transaction(db, async (tx) => {
        await tx.run(sql`update projects set check_severities = ${JSON.stringify(severities)} where id = ${projectId}`)
        await beginSweep(tx, projectId)
      }),
    /** As whoever ignores it does. */
    ignore: ({ id }: StoredIssue, scope: 'value' | 'key') =>
      transaction(db, async (tx) => {
        const said = await tx.one<{ id: number }>(sql`
          insert into issue_ignores (project_id, key_id, locale_id, check_id, branch, params, reason, ignored_at)
          select project_id, key_id, case when ${scope} = 'value' then locale_id end, check_id,
                 case when ${scope} = 'value' then branch end, params, 'right', ${clock.now()}::timestamptz
          from issues where id = ${id} returning id`)
        await tx.run(sql`update issues set ignore_id = ${said.id} where id = ${id}`)
      }),
  }
}
