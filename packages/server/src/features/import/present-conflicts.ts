import type { Decided } from './decide.ts'
import type { MappedFile } from './plan.ts'

export function presentConflicts(decided: readonly Decided[], files: readonly MappedFile[]) {
  const byPosition = new Map(files.map((file) => [file.position, file]))
  return decided.map(({ position, key, existingValue, newValue, resolution }) => {
    const { filename = '', namespace = '', locale = '' } = byPosition.get(position) ?? {}
    return { filename, key, namespace, locale, existingValue, newValue, resolution }
  })
}
