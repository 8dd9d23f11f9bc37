import type { Handle } from '../../db/pool.ts'
import { assertLocale, type ProjectAccess } from '../../http/access.ts'
import { findProjectLocales } from '../projects/index.ts'
import { defaultNamespaceOf } from './default-namespace.ts'
import { type FileMapping, faultOfTarget, mappedFile, type Target, targetsOf } from './mapping.ts'
import { findNamespaceIds } from './places.ts'
import type { MappedFile, TooLong } from './plan.ts'
import type { Remark, Session } from './session.ts'

export interface FileMap {
  targets: Target[]
  /** Those that can go where they should. */
  mapped: MappedFile[]
  /** Why others cannot. */
  errors: Remark[]
}

/** The files of a session against the project as it is now. To name a locale that one may not see is refused. */
export async function mapFiles(
  db: Handle,
  access: ProjectAccess,
  session: Session,
  mappings: readonly FileMapping[],
): Promise<FileMap> {
  const locales = new Map((await findProjectLocales(db, access.projectId)).map(({ id, code }) => [code, id]))
  const { targets, errors } = targetsOf(session.files, mappings, await defaultNamespaceOf(db, access.projectId))
  for (const { locale, isNamed } of targets) if (isNamed && locale !== null) assertLocale(access, locale)
  const places = { locales, allowed: access.localeCodes, allowNewLocales: session.allowNewLocales }
  const sound = targets.filter(({ file, locale }) => {
    const message = faultOfTarget(locale, places)
    const faults = message === undefined ? file.faults : [...file.faults, { message }]
    errors.push(...faults.map((fault) => ({ filename: file.filename, ...fault })))
    return faults.length === 0
  })
  const namespaceIds = await findNamespaceIds(
    db,
    access.projectId,
    sound.map(({ namespace }) => namespace),
  )
  return { targets, mapped: sound.map((target) => mappedFile(target, namespaceIds, locales)), errors }
}

/** Texts that their keys have no room for. */
export function overLimit(tooLong: readonly TooLong[], files: readonly MappedFile[]): Remark[] {
  const byPosition = new Map(files.map(({ position, filename }) => [position, filename]))
  return tooLong.map(({ position, key, limit }) => ({
    filename: byPosition.get(position) ?? '',
    key,
    message: `The text is longer than the key's limit of ${limit} characters`,
  }))
}
