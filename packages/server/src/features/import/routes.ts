import { commitCliImport } from './commit-cli-import.ts'
import { commitImport } from './commit-import.ts'
import { getImportProgress } from './get-import-progress.ts'
import { revalidateImport } from './revalidate-import.ts'
import { validateCliImport } from './validate-cli-import.ts'
import { validateImport } from './validate-import.ts'

export const importEndpoints = [
  validateImport,
  revalidateImport,
  commitImport,
  getImportProgress,
  validateCliImport,
  commitCliImport,
]
