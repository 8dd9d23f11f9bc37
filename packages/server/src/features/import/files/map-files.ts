import type { Handle } from '../../../db/pool.ts'
import { namedLocale, type ProjectAccess } from '../../../http/access.ts'
import { eachInTurns } from '../../../turns.ts'
import { tooLong } from '../../translations/index.ts'
import type { DetailName } from '../details/details.ts'
import { findLocaleIds } from '../plan/locales.ts'
import { defaultNamespaceOf, findNamespaceIds } from '../plan/namespaces.ts'
import type { MappedFile, TooLong } from '../plan/plan.ts'
import type { Remark, Session, SessionFile } from '../session.ts'
import { type FileMapping, faultOfTarget, mappedFile, type Target, targetsOf } from './mapping.ts'

interface Naming {
  locale: string
}

export interface FileMap {
  targets: Target[]
  /** Those that can go where they should. */
  mapped: MappedFile[]
  /** That the project lacks. */
  newLocales: ReadonlySet<string>
  /** Why others cannot, by their positions. */
  faults: ReadonlyMap<number, readonly Remark[]>
  /** The same with the names of the files, after what is wrong with the mappings. */
  errors: Remark[]
  /** What is left out of files because of who sends them, with their names. */
  warnings: Remark[]
}

/** To name a locale that one may not see is refused, also where the name would have no effect. */
export async function assertNamedLocales(
  access: ProjectAccess,
  { fileMappings = [], conflictResolutions = [] }: { fileMappings?: Naming[]; conflictResolutions?: Naming[] },
): Promise<void> {
  if (!access.localeCodes) return
  for (const naming of [fileMappings, conflictResolutions])
    await eachInTurns(naming, ({ locale }) => void namedLocale(access, locale))
}

/** The files of a session against the project as it is now. */
export async function mapFiles(
  db: Handle,
  access: ProjectAccess,
  session: Session,
  mappings: readonly FileMapping[],
): Promise<FileMap> {
  const { onProject, known } = await findLocaleIds(db, access)
  const { targets, errors } = targetsOf(session.files, mappings, await defaultNamespaceOf(db, access.projectId))
  const places = { locales: onProject, allowed: access.localeCodes, allowNewLocales: session.allowNewLocales }
  const faultsOf = new Map<number, readonly Remark[]>()
  const sound = targets.filter(({ file, locale }) => {
    const message = faultOfTarget(locale, places)
    const faults = message === undefined ? file.faults : [...file.faults, { message }]
    faultsOf.set(file.position, faults)
    errors.push(...faults.map((fault) => ({ filename: file.filename, ...fault })))
    return faults.length === 0
  })
  const namespaceIds = await findNamespaceIds(
    db,
    access.projectId,
    sound.map(({ namespace }) => namespace),
  )
  const heeding = { isHeeded: heededBy(access, known), sourceLocaleId: access.sourceLocaleId }
  const mapped = sound.map((target) => mappedFile(target, namespaceIds, known, heeding))
  const warnings = sound.flatMap(({ file }, at) => leftOut(file, mapped[at]))
  const newLocales = new Set(mapped.map(({ locale }) => locale).filter((code) => !onProject.has(code)))
  return { targets, mapped, newLocales, faults: faultsOf, errors, warnings }
}

function leftOut({ filename, said, options }: SessionFile, mapped: MappedFile | undefined): Remark[] {
  const lacks = (name: DetailName) => said.includes(name) && !mapped?.said.includes(name)
  const messages = [
    ...(lacks('source') && options['source'] !== 'ignore' ? [HIDDEN_SOURCE] : []),
    ...(lacks('formatData') ? [HIDDEN_DATA] : []),
  ]
  return messages.map((message) => ({ filename, message }))
}

const HIDDEN_SOURCE = 'Source texts are left out: you have no access to the source language'
const HIDDEN_DATA =
  'What only files of this kind say is left out: it is for all languages, and you have no access to some'

/** What a caller could not say in another way is not heeded in their files either. */
function heededBy({ by, localeCodes }: ProjectAccess, localeIds: ReadonlyMap<string, number>) {
  const seesSource = !localeCodes || localeCodes.some((code) => localeIds.get(code) === by.sourceLocaleId)
  const isHeeded: Partial<Record<DetailName, boolean>> = {
    source: seesSource,
    // It stands for all languages, and may hold texts of them.
    formatData: !localeCodes,
  }
  return (name: DetailName) => isHeeded[name] ?? true
}

/** Texts that their keys have no room for. */
export function overLimit(texts: readonly TooLong[], files: readonly MappedFile[]): Remark[] {
  const byPosition = new Map(files.map(({ position, filename }) => [position, filename]))
  return texts.map(({ position, key, limit }) => ({
    filename: byPosition.get(position) ?? '',
    key,
    code: 'value_too_long',
    message: tooLong('The text', limit),
  }))
}
