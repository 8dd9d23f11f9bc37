interface Told {
  event: string
  locale: string | null
  after: unknown
}

/** What somebody may see of a project: these languages (null: all), and what its keys ask for, which the source tells. */
export interface Sight {
  localeCodes: readonly string[] | null
  seesSource: boolean
}

/** What somebody who may see some languages alone is told of a change; undefined where that is nothing. */
export function inLanguages<C extends Told>(change: C, { localeCodes, seesSource }: Sight): C | undefined {
  if (localeCodes === null) return change
  if (change.locale !== null) return localeCodes.includes(change.locale) ? change : undefined
  if (change.event === 'schema.updated') return seesSource ? change : undefined
  if (change.event === 'batch_mt.scheduled') return withJobs(change, localeCodes)
  if (change.event === 'cdn_deploy.completed') return withWarnings(change, localeCodes)
  return change
}

function withJobs<C extends Told>(change: C, localeCodes: readonly string[]): C | undefined {
  const after = change.after as { jobs: { targetLocale: string }[] }
  const jobs = after.jobs.filter(({ targetLocale }) => localeCodes.includes(targetLocale))
  return jobs.length === 0 ? undefined : { ...change, after: { ...after, jobs } }
}

/** Of the files in these languages. Their number goes with them: the others would tell how others are doing. */
function withWarnings<C extends Told>(change: C, localeCodes: readonly string[]): C {
  const after = change.after as { warnings: { file: string }[] }
  const warnings = ofFilesIn(localeCodes, after.warnings)
  return { ...change, after: { ...after, warnings, warningCount: warnings.length } }
}

/** Of what is said about files, what is about those in some languages. */
export const ofFilesIn = <W extends { file: string }>(localeCodes: readonly string[], warnings: readonly W[]): W[] =>
  warnings.filter(({ file }) => localeCodes.includes(localeOf(file)))

/** Files are named after their languages. One that is not is in no language that somebody may see. */
const localeOf = (file: string) => file.slice(file.lastIndexOf('/') + 1).split('.', 1)[0] ?? ''
