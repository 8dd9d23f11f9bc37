import type { AnswerOf, RequestOf } from '@parlance/sdk'

export type Conflict = AnswerOf<'listImportConflicts'>['conflicts'][number]
export type Resolution = Conflict['resolution']
type CommitBody = NonNullable<RequestOf<'commitImport'>['body']>

/** Who has the last word where a text differs: for a key, else for its file, else for all. */
export interface Decisions {
  ofAll: Resolution
  ofFiles: ReadonlyMap<string, Resolution>
  /** By their places; each with the texts it was made for. */
  ofKeys: ReadonlyMap<string, Conflict>
}

/** What is there stays until somebody says otherwise. */
export const UNDECIDED: Decisions = { ofAll: 'keep_existing', ofFiles: new Map(), ofKeys: new Map() }

export const placeOf = ({ filename, namespace, locale, key }: Conflict) =>
  JSON.stringify([filename, namespace, locale, key])

const ofFile = ({ ofAll, ofFiles }: Decisions, filename: string) => ofFiles.get(filename) ?? ofAll

export const resolutionOf = (decisions: Decisions, conflict: Conflict): Resolution =>
  decisions.ofKeys.get(placeOf(conflict))?.resolution ?? ofFile(decisions, conflict.filename)

export function decideKey(decisions: Decisions, conflict: Conflict, resolution: Resolution): Decisions {
  const ofKeys = new Map(decisions.ofKeys)
  // What holds anyway is not sent.
  if (resolution === ofFile(decisions, conflict.filename)) ofKeys.delete(placeOf(conflict))
  else ofKeys.set(placeOf(conflict), { ...conflict, resolution })
  return { ...decisions, ofKeys }
}

/** All of a file, or all there are: what was said for single keys before no longer counts. */
export function decideMany(decisions: Decisions, filename: string | undefined, resolution: Resolution): Decisions {
  if (filename === undefined) return { ...UNDECIDED, ofAll: resolution }
  const { ofAll, ofFiles, ofKeys } = withoutFile(decisions, filename)
  return { ofAll, ofFiles: new Map(ofFiles).set(filename, resolution), ofKeys }
}

/** What all of a file, or all there are, have in common; undefined when they differ. */
export function commonResolution(decisions: Decisions, filename: string | undefined): Resolution | undefined {
  const { ofAll, ofFiles, ofKeys } = decisions
  const isMeant = (other: string) => filename === undefined || other === filename
  const common = filename === undefined ? ofAll : ofFile(decisions, filename)
  const differs =
    [...ofFiles].some(([other, resolution]) => isMeant(other) && resolution !== common) ||
    [...ofKeys.values()].some((decided) => isMeant(decided.filename) && decided.resolution !== common)
  return differs ? undefined : common
}

/** Its conflicts are others from now on. */
export function withoutFile({ ofAll, ofFiles, ofKeys }: Decisions, filename: string): Decisions {
  return {
    ofAll,
    ofFiles: new Map([...ofFiles].filter(([other]) => other !== filename)),
    ofKeys: new Map([...ofKeys].filter(([, decided]) => decided.filename !== filename)),
  }
}

/** In the words of the service, for the files that are imported. */
export function decisionsSent(
  decisions: Decisions,
  filenames: readonly string[],
): Pick<CommitBody, 'conflictResolutions' | 'conflictDefaults'> {
  const imported = new Set(filenames)
  return {
    conflictDefaults: filenames.map((filename) => ({ filename, resolution: ofFile(decisions, filename) })),
    conflictResolutions: [...decisions.ofKeys.values()]
      .filter(({ filename }) => imported.has(filename))
      .map(({ filename: _, ...decided }) => decided),
  }
}
