import type { TermList, Terms } from '@parlance/checks'
import { judge } from '../judge.ts'
import type { CheckSettings } from '../settings.ts'
import type { Subject } from '../subjects.ts'
import type { Judgment } from './write-issues.ts'

/** Values to be looked at, as plain data: it may go to a thread. */
export interface Examination {
  /** As JSON, for `subjectsIn`. */
  subjects: string
  settings: CheckSettings
}

/** To a thread, with what the glossary says unless that is what it was told last. */
export interface SentExamination extends Examination {
  terms: TermList | undefined
}

export interface Examined {
  /** Of the values in which something was found. */
  judgments: Judgment[]
  /** What went wrong while looking, by the id of the value: a fault of the checks, not of the value. */
  faults: { translationId: number; fault: string }[]
}

/**
 * Looks at one value after the other. A check that fails at one is told and finds nothing in it: it must not keep the
 * project from being looked at for good.
 */
export function examinedBy(settings: CheckSettings, terms: Terms): { take(subject: Subject): void; result: Examined } {
  const result: Examined = { judgments: [], faults: [] }
  return {
    result,
    take(subject) {
      const { keyId, localeId, translationId } = subject
      try {
        const findings = judge(settings, terms, subject)
        if (findings.length > 0) result.judgments.push({ keyId, localeId, findings })
      } catch (error) {
        result.faults.push({ translationId, fault: String(error instanceof Error ? error.stack : error) })
      }
    },
  }
}
