import { commitCliImport } from './cli/commit-cli-import.ts'
import { validateCliImport } from './cli/validate-cli-import.ts'
import { commitImport } from './web/commit-import.ts'
import { getImportProgress } from './web/get-import-progress.ts'
import { listImportConflicts } from './web/list-import-conflicts.ts'
import { listImports } from './web/list-imports.ts'
import { revalidateImport } from './web/revalidate-import.ts'
import { validateImport } from './web/validate-import.ts'

export const importEndpoints = [
  validateImport,
  revalidateImport,
  commitImport,
  listImportConflicts,
  listImports,
  getImportProgress,
  validateCliImport,
  commitCliImport,
]
