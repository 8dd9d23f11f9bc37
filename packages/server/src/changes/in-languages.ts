interface Told {
  event: string
  locale: string | null
  after: unknown
}

/** What somebody who may see some languages alone is told of a change; undefined where that is nothing. */
export function inLanguages<C extends Told>(change: C, localeCodes: readonly string[] | null): C | undefined {
  if (localeCodes === null) return change
  if (change.locale !== null) return localeCodes.includes(change.locale) ? change : undefined
  if (change.event !== 'batch_mt.scheduled') return change
  const after = change.after as { jobs: { targetLocale: string }[] }
  const jobs = after.jobs.filter(({ targetLocale }) => localeCodes.includes(targetLocale))
  return jobs.length === 0 ? undefined : { ...change, after: { ...after, jobs } }
}
