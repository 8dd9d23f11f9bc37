import type { ValueRow } from './write-values.ts'

export const presentValue = ({
  id,
  value,
  status,
  createdAt,
  updatedAt,
  createdBy,
}: Omit<ValueRow, 'keyId' | 'localeId'>) => ({
  id,
  value,
  status,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
  createdBy,
})

/** Length as the limits count it: in code points, not in UTF-16 units. */
export function characterCount(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}
