import { contract, limits } from '@parlance/contract'
import { transaction } from '../../../db/transaction.ts'
import { implement } from '../../../implement.ts'
import { eachInTurns } from '../../../turns.ts'
import { type Detection, detect } from '../files/detect.ts'
import { overLimit } from '../files/map-files.ts'
import { faultOfTarget, mappedFile, targetsOf } from '../files/mapping.ts'
import { type ReadFile, readUploads } from '../files/read-uploads.ts'
import { findLocaleIds } from '../plan/locales.ts'
import { defaultNamespaceOf, findNamespaceIds } from '../plan/namespaces.ts'
import { readPlan } from '../plan/plan.ts'
import { allowLongStatements, preferHashJoins } from '../plan/planner-settings.ts'
import { forgetOldSessions, insertEntries, insertSession, type Remark, type SessionFile } from '../session.ts'
import { judge } from './commit-answer.ts'
import { forgetOldAnswers } from './idempotency.ts'
import { presentConflicts } from './preview-conflicts.ts'
import { takeToken } from './rate-limit.ts'
import { Resolutions } from './resolutions.ts'

export const validateImport = implement(contract.validateImport, async (services, { access, body, now }) => {
  const { db, config } = services
  await takeToken(db, access.by)
  const { maxFileSize = limits.importFile, maxTotalKeys = limits.importKeys } = body.options ?? {}
  const { defaultConflictResolution = null, allowNewLocales = false } = body.options ?? {}
  const uploaded = await readUploads(body.files, {
    fileSize: Math.min(maxFileSize, limits.importFile),
    totalKeys: Math.min(maxTotalKeys, limits.importKeys),
  })
  const { onProject, known: knownLocales } = await findLocaleIds(db, access)
  const defaultNamespace = await defaultNamespaceOf(db, access.projectId)
  const known = { locales: new Set(onProject.keys()), defaultNamespace }
  const places = { locales: onProject, allowed: access.localeCodes, allowNewLocales }
  const detections: Detection[] = []
  await eachInTurns(uploaded.files, ({ path }) => detections.push(detect(path, known)))
  const files = uploaded.files.map((file, at) => sessionFile(file, detections[at] as Detection, at + 1))
  const faultsOf = (file: SessionFile): Remark[] => {
    const message = faultOfTarget(file.locale, places)
    return message === undefined ? file.faults : [...file.faults, { message }]
  }

  await forgetOldSessions(db, now)
  await forgetOldAnswers(db, now)
  return transaction(db, async (tx) => {
    await allowLongStatements(tx)
    const id = await insertSession(
      tx,
      {
        projectId: access.projectId,
        userId: access.userId,
        defaultResolution: defaultConflictResolution,
        allowNewLocales,
        faults: uploaded.errors,
        createdAt: now,
        expiresAt: new Date(now.getTime() + config.importSessionTtlMs),
      },
      files,
    )
    for (const [at, { texts }] of uploaded.files.entries())
      if (files[at]?.faults.length === 0) await insertEntries(tx, id, at + 1, texts.entries)
    const { targets } = targetsOf(files, [], defaultNamespace)
    const sound = targets.filter(({ file }) => faultsOf(file).length === 0)
    const namespaceIds = await findNamespaceIds(
      tx,
      access.projectId,
      sound.map(({ namespace }) => namespace),
    )
    const mapped = sound.map((target) => mappedFile(target, namespaceIds, knownLocales))
    await preferHashJoins(tx, id)
    const plan = await readPlan(tx, id, mapped)
    const resolutions = await Resolutions.of([], defaultConflictResolution)
    const { decided, tooLong } = await judge(plan, await resolutions.decide(plan.conflicts, mapped), [])
    const found = Map.groupBy(await presentConflicts(decided, mapped), ({ filename }) => filename)
    const tooLongIn = Map.groupBy(overLimit(tooLong, mapped), ({ filename }) => filename)
    const answered = files.map((file, at) => {
      const { texts } = uploaded.files[at] as ReadFile
      const { confidence } = detections[at] as Detection
      const errors = [...faultsOf(file), ...(tooLongIn.get(file.filename) ?? [])]
      const isNewNamespace = errors.length === 0 && !namespaceIds.has(file.namespace ?? defaultNamespace)
      const isNewLocale = errors.length === 0 && !onProject.has(file.locale ?? '')
      return {
        filename: file.filename,
        detection: {
          filename: file.filename,
          detectedLocale: file.locale,
          detectedNamespace: file.namespace,
          confidence,
          keyCount: texts.entries.length,
          errors,
          warnings: [
            ...texts.warnings,
            ...(isNewLocale ? [{ message: `The locale "${file.locale}" will be added to the project` }] : []),
            ...(isNewNamespace ? [{ message: `The namespace "${file.namespace}" will be created` }] : []),
          ],
        },
        conflicts: found.get(file.filename) ?? [],
        isValid: errors.length === 0,
      }
    })
    const uniqueKeys = await countKeys(uploaded.files, files)
    const validFiles = answered.filter(({ isValid }) => isValid).length
    return {
      validationId: id,
      files: answered,
      summary: {
        totalFiles: files.length,
        totalKeys: uploaded.files.reduce((sum, { texts }) => sum + texts.entries.length, 0),
        uniqueKeys,
        totalConflicts: decided.length,
        validFiles,
        invalidFiles: files.length - validFiles,
      },
      errors: uploaded.errors,
      warnings: uploaded.warnings,
    }
  })
})

function sessionFile({ filename, texts }: ReadFile, detection: Detection, position: number): SessionFile {
  const faults: Remark[] = texts.errors.map(({ key, message }) => (key === '' ? { message } : { key, message }))
  const message = faultOfNamespace(detection.namespace)
  if (message !== undefined) faults.push({ message })
  const namespace = message === undefined ? detection.namespace : null
  return { position, filename, locale: detection.locale, namespace, faults }
}

/** Names of files are percent-decoded, so what they name need not be as sound as they are. */
function faultOfNamespace(name: string): string | undefined {
  const longest = limits.namespaceName
  if (Array.from(name).length > longest) return `A namespace has at most ${longest} characters`
  return name.includes('\0') ? 'A namespace cannot hold U+0000' : undefined
}

/** A key in several languages is one key. */
async function countKeys(read: readonly ReadFile[], files: readonly SessionFile[]): Promise<number> {
  const byNamespace = Map.groupBy(read.keys(), (at) => files[at]?.namespace ?? '')
  let count = 0
  for (const ofNamespace of byNamespace.values()) {
    const keys = new Set<string>()
    for (const at of ofNamespace) await eachInTurns(read[at]?.texts.entries ?? [], ({ key }) => keys.add(key))
    count += keys.size
  }
  return count
}
