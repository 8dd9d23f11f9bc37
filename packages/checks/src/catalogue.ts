import { type CheckId, type CheckSeverity, checkIds, checks } from '@parlance/contract/checks'

export interface CheckDescription {
  id: CheckId
  /** What it reports unless a project says otherwise. */
  severity: CheckSeverity
}

/** Every check there is, in the order in which they are told. */
export const CATALOGUE: readonly CheckDescription[] = checkIds.map((id) => ({ id, severity: checks[id] }))

/** Raised with every change that finds something else than before: every project is looked at again. */
export const CHECKS_VERSION = 2
