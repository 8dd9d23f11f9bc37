import type { contract, ResponseBody } from '@parlance/contract'
import { eachInTurns } from '../../../turns.ts'
import type { MappedFile } from '../plan/plan.ts'
import type { Decided } from './resolutions.ts'

type Presented = ResponseBody<typeof contract.revalidateImport>['conflicts'][number]

export async function presentConflicts(decided: readonly Decided[], files: readonly MappedFile[]) {
  const byPosition = new Map(files.map((file) => [file.position, file]))
  const presented: Presented[] = []
  await eachInTurns(decided, ({ position, key, existingValue, newValue, resolution }) => {
    const { filename = '', namespace = '', locale = '' } = byPosition.get(position) ?? {}
    presented.push({ filename, key, namespace, locale, existingValue, newValue, resolution })
  })
  return presented
}
