import { cancelMachineTranslationJob } from './cancel-machine-translation-job.ts'
import { getMachineTranslationJob } from './get-machine-translation-job.ts'
import { listMachineTranslationJobs } from './list-machine-translation-jobs.ts'
import { machineTranslateKeys } from './machine-translate-keys.ts'
import { suggestTranslation } from './suggest-translation.ts'

export const machineTranslationEndpoints = [
  machineTranslateKeys,
  getMachineTranslationJob,
  cancelMachineTranslationJob,
  listMachineTranslationJobs,
  suggestTranslation,
]
