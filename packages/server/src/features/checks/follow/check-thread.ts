import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { NO_TERMS, prepareTerms } from '@parlance/checks'
import { subjectsIn } from '../subjects-as-text.ts'
import { examinedBy, type SentExamination } from './examination.ts'

/** On the scale of `nice`: among others, a tenth of their share. */
const PATIENT_PRIORITY = 10
// Linux gives each thread a priority of its own; elsewhere this would slow down the whole process.
if (workerData.isPatient && process.platform === 'linux') setPriority(PATIENT_PRIORITY)

/** As they were sent last. */
let terms = NO_TERMS

parentPort?.on('message', ({ subjects, settings, terms: sent }: SentExamination) => {
  if (sent) terms = prepareTerms(sent)
  const examined = examinedBy(settings, terms)
  for (const subject of subjectsIn(subjects)) examined.take(subject)
  parentPort?.postMessage(examined.result)
})
