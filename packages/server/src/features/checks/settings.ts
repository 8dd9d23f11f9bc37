import { type CheckId, type CheckSeverity, checks } from '@parlance/contract'
import type { Handle } from '../../db/pool.ts'
import { nothing, sql } from '../../db/sql.ts'
import { fault } from '../../http/errors.ts'

/** What a project says about a check. What it does not say is as the check itself has it. */
export interface ChosenSeverity {
  severity?: CheckSeverity
  /** By the code of the language; these count before the one for all. */
  localeSeverities?: Record<string, CheckSeverity>
}

export type ChosenSeverities = { [Id in CheckId]?: ChosenSeverity }

export interface CheckSettings {
  severities: ChosenSeverities
  /** Whether an open error keeps a value from being translated. */
  blockReview: boolean
}

export const readCheckSettings = (handle: Handle, projectId: number): Promise<CheckSettings> =>
  read(handle, projectId, 'to look')

/** The same for who changes them: nobody else does meanwhile. */
export const lockCheckSettings = (handle: Handle, projectId: number): Promise<CheckSettings> =>
  read(handle, projectId, 'to change')

async function read(handle: Handle, projectId: number, purpose: 'to look' | 'to change'): Promise<CheckSettings> {
  const settings = await handle.row<CheckSettings>(sql`
    select check_severities as severities, block_review as "blockReview"
    from projects where id = ${projectId} ${purpose === 'to change' ? sql`for no key update` : nothing}`)
  if (!settings) throw fault('projectNotFound')
  return settings
}

/** How bad the findings of a check are in a language, or that it is not run there. */
export function severityOf({ severities }: CheckSettings, check: CheckId, localeCode: string): CheckSeverity {
  const chosen = severities[check]
  return chosen?.localeSeverities?.[localeCode] ?? chosen?.severity ?? checks[check]
}

/** What holds in one language. */
export interface SeveritiesInLocale {
  of(check: CheckId): CheckSeverity
  /** The same function each time: the checks remember by it which of them are run. */
  isEnabled(check: CheckId): boolean
}

const known = new WeakMap<CheckSettings, Map<string, SeveritiesInLocale>>()

/** Made once for all values in a language that are looked at by the same settings. */
export function severitiesIn(settings: CheckSettings, localeCode: string): SeveritiesInLocale {
  let byLocale = known.get(settings)
  if (!byLocale) {
    byLocale = new Map()
    known.set(settings, byLocale)
  }
  let found = byLocale.get(localeCode)
  if (!found) {
    const of = (check: CheckId) => severityOf(settings, check, localeCode)
    found = { of, isEnabled: (check) => of(check) !== 'off' }
    byLocale.set(localeCode, found)
  }
  return found
}
