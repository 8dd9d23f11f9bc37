import { tooLong } from '../../translations/index.ts'
import { type Contested, type MappedFile, type Plan, tooLongOf } from '../plan/plan.ts'
import type { PayloadWarning } from './payload.ts'

/**
 * Sets aside the texts that their keys have no room for. They are left out, so they are in conflict with nothing, and
 * what a build is told of them does not depend on whether it looks or writes.
 */
export function setTooLongAside(
  plan: Plan,
  files: readonly MappedFile[],
): { conflicts: Contested[]; warnings: PayloadWarning[] } {
  const byPosition = new Map(files.map((file) => [file.position, file]))
  return {
    conflicts: plan.conflicts.filter(({ limit }) => limit === null),
    warnings: tooLongOf(plan, plan.conflicts).map(({ position, key, limit }) => {
      const { namespace = '', locale = '' } = byPosition.get(position) ?? {}
      const message = `${tooLong(`The value of "${key}" in "${locale}"`, limit)}; it is left out`
      return { type: 'value_too_long', namespace, locale, key, message }
    }),
  }
}
