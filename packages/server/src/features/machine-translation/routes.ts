import { cancelMachineTranslationJob } from './cancel-machine-translation-job.ts'
import { getMachineTranslationJob } from './get-machine-translation-job.ts'
import { machineTranslateKeys } from './machine-translate-keys.ts'

export const machineTranslationEndpoints = [machineTranslateKeys, getMachineTranslationJob, cancelMachineTranslationJob]
