import { exportKeys } from './export-keys.ts'
import { exportProject } from './export-project.ts'
import { exportTranslations } from './export-translations.ts'

export const exportEndpoints = [exportKeys, exportProject, exportTranslations]
