import type { ValueRow } from './write-values.ts'

export const presentValue = ({
  id,
  value,
  status,
  createdAt,
  updatedAt,
  createdBy,
  updatedBy,
}: Omit<ValueRow, 'keyId' | 'localeId'>) => ({
  id,
  value,
  status,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
  createdBy,
  updatedBy,
})
