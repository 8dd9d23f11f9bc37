import { type CheckId, checkIds, checks, type IssueSeverity } from '@parlance/contract'
import type { Handle } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import type { ProjectAccess } from '../../http/access.ts'
import { chosenLocales } from '../projects/index.ts'
import { countPending } from './pending.ts'
import { type CheckSettings, readCheckSettings } from './settings.ts'

interface Counted {
  check: CheckId
  localeId: number
  severity: IssueSeverity
  isIgnored: boolean
  count: number
}

/** What a project is checked for, and what was found so far, in the languages that the caller may see. */
export async function findQa(handle: Handle, access: ProjectAccess) {
  const { visible } = await chosenLocales(handle, access)
  const settings = await readCheckSettings(handle, access.projectId)
  const localeIds = visible.map(({ id }) => id)
  const pending = await countPending(handle, access, localeIds)
  const counted = await countIssues(handle, access.projectId, localeIds)
  const codes = visible.map(({ code }) => code)
  return {
    state: pending > 0 ? ('checking' as const) : ('ready' as const),
    pending,
    blockReview: settings.blockReview,
    counts: countsOf(counted),
    locales: visible.map(({ id, code }) => ({ code, ...countsOf(counted.filter(({ localeId }) => localeId === id)) })),
    checks: checkIds.map((id) => ({
      id,
      ...chosenFor(settings, id, codes),
      ...totalsOf(counted.filter(({ check }) => check === id)),
    })),
  }
}

/** A row for each check in each language, not for each finding. */
const countIssues = (handle: Handle, projectId: number, localeIds: readonly number[]) =>
  handle.rows<Counted>(sql`
    select i.check_id as check, i.locale_id as "localeId", i.severity, i.ignore_id is not null as "isIgnored",
           count(*) as count
    from issues i join keys k on k.id = i.key_id and k.deleted_at is null
    where i.project_id = ${projectId} and i.locale_id = any(${localeIds}::bigint[])
    group by 1, 2, 3, 4`)

const sumOf = (rows: readonly Counted[]) => rows.reduce((sum, { count }) => sum + count, 0)

function countsOf(rows: readonly Counted[]) {
  const open = rows.filter(({ isIgnored }) => !isIgnored)
  return {
    error: sumOf(open.filter(({ severity }) => severity === 'error')),
    warning: sumOf(open.filter(({ severity }) => severity === 'warning')),
    ignored: sumOf(rows) - sumOf(open),
  }
}

function totalsOf(rows: readonly Counted[]) {
  const { error, warning, ignored } = countsOf(rows)
  return { open: error + warning, ignored }
}

/** What is said for languages that are off the project waits for them to come back. */
function chosenFor({ severities }: CheckSettings, check: CheckId, codes: readonly string[]) {
  const { severity, localeSeverities = {} } = severities[check] ?? {}
  const visible = Object.entries(localeSeverities).filter(([code]) => codes.includes(code))
  return {
    severity: severity ?? checks[check],
    defaultSeverity: checks[check],
    localeSeverities: Object.fromEntries(visible),
  }
}
