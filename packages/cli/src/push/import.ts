import { exitCodes } from '../exit-codes.ts'
import type { Output } from '../output/output.ts'
import type { Told } from '../problem.ts'
import type { Service } from '../service/service.ts'
import { Positions } from '../texts/positions.ts'
import type { LocalText } from './local-texts.ts'
import { partsOf } from './parts.ts'
import type { Portion } from './payload.ts'
import { type Commit, type Conflict, commitParts, tellWarnings, type Validation, validateParts } from './send.ts'

export interface Import {
  service: Service
  output: Output
  portions: readonly Portion[]
  /** Where they come from; empty for texts of a backup. */
  texts: readonly LocalText[]
  onConflict: 'fail' | 'local' | 'server'
  createsNamespaces: boolean
}

const resolutions = { fail: 'fail', local: 'keep_local', server: 'keep_server' } as const

/** Says what would happen. Conflicts that would keep it from happening are told. */
export async function preview(wanted: Import): Promise<Validation> {
  const { service, output, portions } = wanted
  const answer = await validateParts(service, partsOf(portions), output)
  if (wanted.onConflict === 'fail') tellConflicts(answer.conflicts, wanted)
  // A namespace that is not there yet is one that will be made.
  const warnings = answer.warnings.filter(({ type }) => !wanted.createsNamespaces || type !== 'unknown_namespace')
  tellWarnings(warnings, placeFinder(wanted), output)
  const made = new Set(
    answer.warnings.flatMap(({ type, namespace }) => (type === 'unknown_namespace' ? [namespace] : [])),
  )
  return wanted.createsNamespaces ? { ...answer, warnings, stats: withNew(answer.stats, portions, made) } : answer
}

/** The service counts nothing of namespaces that it does not have yet. */
function withNew(
  stats: Validation['stats'],
  portions: readonly Portion[],
  namespaces: ReadonlySet<string | undefined>,
): Validation['stats'] {
  const own = portions.filter(({ namespace }) => namespaces.has(namespace))
  const names = own.flatMap(({ namespace, texts }) => Object.keys(texts).map((key) => nameOf(namespace, key)))
  const keys = new Set(names).size
  return {
    ...stats,
    totalKeys: stats.totalKeys + keys,
    newKeys: stats.newKeys + keys,
    totalTranslations: stats.totalTranslations + names.length,
  }
}

/** Writes all of it, or nothing where something is in the way. */
export async function importTexts(wanted: Import): Promise<{ answer: Commit; conflicts: Conflict[] }> {
  const { service, output, portions, onConflict, createsNamespaces } = wanted
  const parts = partsOf(portions)
  // One request is whole or not at all by itself; several are looked at before the first is written.
  if (onConflict === 'fail' && parts.length > 1) {
    const { conflicts } = await validateParts(service, parts, output)
    if (conflicts.length > 0) return refused(conflicts, wanted)
  }
  const options = { conflictResolution: resolutions[onConflict], createNamespaces: createsNamespaces }
  const answer = await commitParts(service, parts, options, output)
  if (!answer.success) {
    const { conflicts } = await validateParts(service, parts, output)
    return refused(conflicts, wanted, answer)
  }
  tellWarnings(answer.warnings, placeFinder(wanted), output)
  return { answer, conflicts: [] }
}

function refused(conflicts: Conflict[], wanted: Import, answer: Commit = NOT_DONE) {
  tellConflicts(conflicts, wanted)
  if (conflicts.length === 0)
    for (const error of answer.errors)
      wanted.output.problem({ exitCode: exitCodes.refused, code: 'CONFLICT', ...error })
  return { answer, conflicts }
}

const NOT_DONE: Commit = {
  success: false,
  stats: {
    keysCreated: 0,
    keysUpdated: 0,
    keysDeleted: 0,
    translationsCreated: 0,
    translationsUpdated: 0,
    namespacesCreated: [],
  },
  errors: [],
  warnings: [],
  affectedKeyIds: [],
  changes: null,
}

function tellConflicts(conflicts: readonly Conflict[], wanted: Import): void {
  const placeFor = placeFinder(wanted)
  for (const { namespace, locale, key, localValue, serverValue } of conflicts) {
    const theirs = serverValue === null ? 'another text' : JSON.stringify(serverValue)
    const message = `"${key}" is ${JSON.stringify(localValue)} here and ${theirs} on the service.`
    const about = { namespace, locale, key }
    wanted.output.problem({ exitCode: exitCodes.refused, code: 'CONFLICT', message, ...about, ...placeFor(about) })
  }
  if (conflicts.length > 0) wanted.output.note('Nothing was written. --on-conflict local or server says who is right.')
}

/** Finds where in the files a text stands. What nothing is told about costs nothing. */
function placeFinder({ texts }: Import): (about: Partial<Told>) => Partial<Told> {
  let byName: Map<string, LocalText> | undefined
  const positions = new Positions()
  return ({ namespace, locale, key }) => {
    byName ??= new Map(texts.map((text) => [nameOf(text.place.namespace, text.locale, text.entry.key), text]))
    const text = byName.get(nameOf(namespace, locale, key))
    return text ? positions.of(text.place, text.entry) : {}
  }
}

const nameOf = (...parts: readonly (string | undefined)[]) => parts.join('\0')
