import { CATALOGUE, type CheckDescription, type CheckId } from '@parlance/checks'
import type { Config } from '../config/config.ts'
import { lastChecks } from '../service/last-checks.ts'

type Severity = CheckDescription['severity']

/** What holds in one locale. */
export interface SeveritiesInLocale {
  of(check: CheckId): Severity
  /** The same function each time: the checks remember by it which of them are run. */
  isEnabled(check: CheckId): boolean
}

/**
 * How bad findings are, without asking the service: as the configuration says, else as the service said last, else as the
 * checks themselves say.
 */
export function severitiesFor(config: Config): (locale: string) => SeveritiesInLocale {
  const own: Readonly<Record<string, Severity>> = config.check.severities ?? {}
  const last = lastChecks(config) ?? {}
  const usual = new Map(CATALOGUE.map(({ id, severity }) => [id, severity]))
  const known = new Map<string, SeveritiesInLocale>()
  return (locale) => {
    const of = (check: CheckId) =>
      own[check] ?? last[check]?.localeSeverities[locale] ?? last[check]?.severity ?? usual.get(check) ?? 'off'
    const found = known.get(locale) ?? { of, isEnabled: (check: CheckId) => of(check) !== 'off' }
    known.set(locale, found)
    return found
  }
}
