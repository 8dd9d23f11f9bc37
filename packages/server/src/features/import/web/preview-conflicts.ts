import type { contract, ResponseBody } from '@parlance/contract'
import type { Transaction } from '../../../db/transaction.ts'
import type { ProjectAccess } from '../../../http/access.ts'
import { eachInTurns } from '../../../turns.ts'
import { overLimit } from '../files/map-files.ts'
import { type MappedFile, readPlan } from '../plan/plan.ts'
import { preferHashJoins } from '../plan/planner-settings.ts'
import type { Session } from '../session.ts'
import { judge } from './commit-answer.ts'
import { type Decided, Resolutions, type SentResolution } from './resolutions.ts'

type Presented = ResponseBody<typeof contract.revalidateImport>['conflicts'][number]

/** What would be in the way of an import: values that differ, and texts that their keys have no room for. */
export async function previewConflicts(
  tx: Transaction,
  session: Session,
  files: readonly MappedFile[],
  sent: readonly SentResolution[],
) {
  await preferHashJoins(tx, session.id)
  const plan = await readPlan(tx, session.id, files)
  const resolutions = await Resolutions.of(sent, { ofAll: session.defaultResolution })
  const { decided, tooLong } = await judge(plan, await resolutions.decide(plan.conflicts, files), [])
  return { decided, tooLong: overLimit(tooLong, files) }
}

/** How many there are in each file, by its position. */
export async function countConflicts(decided: readonly Decided[]): Promise<Map<number, number>> {
  const counts = new Map<number, number>()
  await eachInTurns(decided, ({ position }) => counts.set(position, (counts.get(position) ?? 0) + 1))
  return counts
}

export async function presentConflicts(
  access: ProjectAccess,
  decided: readonly Decided[],
  files: readonly MappedFile[],
): Promise<Presented[]> {
  const mayRead = access.permissions.has('translation.view')
  const byPosition = new Map(files.map((file) => [file.position, file]))
  const presented: Presented[] = []
  await eachInTurns(decided, ({ position, key, existingValue: value, newValue, resolution }) => {
    const existingValue = mayRead ? value : null
    const { filename = '', namespace = '', locale = '' } = byPosition.get(position) ?? {}
    presented.push({ filename, key, namespace, locale, existingValue, newValue, resolution })
  })
  return presented
}
