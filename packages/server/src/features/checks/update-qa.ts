import { type Body, type CheckId, contract } from '@parlance/contract'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { namedLocale, type ProjectAccess } from '../../http/access.ts'
import { wrongField } from '../../http/errors.ts'
import { implement } from '../../implement.ts'
import { deedOf, differences, recordEntries } from '../audit/index.ts'
import { findProjectLocales } from '../projects/index.ts'
import { beginSweep } from './follow/sweep.ts'
import { findQa } from './qa.ts'
import { type ChosenSeverities, type ChosenSeverity, lockCheckSettings } from './settings.ts'

type Sent = NonNullable<Body<typeof contract.updateQa>['checks']>
type SentSeverity = NonNullable<Sent[CheckId]>

export const updateQa = implement(contract.updateQa, ({ db }, call) =>
  transaction(db, async (tx) => {
    const { access, body } = call
    const { projectId } = access
    const before = await lockCheckSettings(tx, projectId)
    const codes = (await findProjectLocales(tx, projectId)).map(({ code }) => code)
    const severities = withSent(access, before.severities, body.checks ?? {}, codes)
    const { blockReview = before.blockReview } = body
    const details = differences(
      { checks: before.severities, blockReview: before.blockReview },
      { checks: severities, blockReview },
    )
    if (details) {
      const { name } = await tx.one<{ name: string }>(sql`
        update projects set check_severities = ${JSON.stringify(severities)}::jsonb, block_review = ${blockReview}
        where id = ${projectId} returning name`)
      const subject = { type: 'project' as const, id: projectId, name }
      await recordEntries(tx, deedOf(call), [{ event: 'project.updated', subject, details }])
    }
    if (details && 'checks' in details.after) await beginSweep(tx, projectId)
    return findQa(tx, access)
  }),
)

/** What holds after the request: of checks that it does not name, what held before. */
function withSent(
  access: ProjectAccess,
  before: ChosenSeverities,
  sent: Sent,
  codes: readonly string[],
): ChosenSeverities {
  const severities = { ...before }
  for (const [id, wanted] of Object.entries(sent) as [CheckId, SentSeverity][]) {
    const chosen = chosenSeverity(access, before[id] ?? {}, wanted, codes)
    if (!chosen) throw wrongField(`checks.${id}`, `\`checks.${id}\` may name only languages of the project, each once.`)
    if (Object.keys(chosen).length > 0) severities[id] = chosen
    else delete severities[id]
  }
  return severities
}

/** Undefined where a language is named that the project does not have, unless to say nothing of it any more. */
function chosenSeverity(
  access: ProjectAccess,
  before: ChosenSeverity,
  wanted: SentSeverity,
  codes: readonly string[],
): ChosenSeverity | undefined {
  const severity = wanted.severity === undefined ? before.severity : wanted.severity
  const localeSeverities = { ...before.localeSeverities }
  for (const [name, chosen] of Object.entries(wanted.localeSeverities ?? {})) {
    const code = namedLocale(access, name)
    if (chosen === null) delete localeSeverities[code]
    else if (codes.includes(code)) localeSeverities[code] = chosen
    else return undefined
  }
  return {
    ...(severity ? { severity } : {}),
    ...(Object.keys(localeSeverities).length > 0 ? { localeSeverities } : {}),
  }
}
