import { contract, type FormatId, limits, type ResponseBody } from '@parlance/contract'
import type { Entry } from '@parlance/formats'
import type { Handle } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import { type Transaction, transaction } from '../../../db/transaction.ts'
import type { ProjectAccess } from '../../../http/access.ts'
import { assertRoomFor } from '../../../http/quota.ts'
import { type Call, implement } from '../../../implement.ts'
import type { Quotas } from '../../../quotas.ts'
import type { Services } from '../../../services.ts'
import { eachInTurns } from '../../../turns.ts'
import { type DetailName, detailNamesOf, detailsOf, sizeOf, storedValue, syntaxOfFile } from '../details/details.ts'
import { convertPlaceholders } from '../files/convert-placeholders.ts'
import { detect, type Known } from '../files/detect.ts'
import { type FileMap, mapFiles } from '../files/map-files.ts'
import { readUploads } from '../files/read-uploads.ts'
import type { ReadFile, Said } from '../files/upload-reader.ts'
import { forgetOldAnswers } from '../idempotency.ts'
import { findLocaleIds } from '../plan/locales.ts'
import { defaultNamespaceOf, findNamespaceNames } from '../plan/namespaces.ts'
import { allowLongStatements } from '../plan/planner-settings.ts'
import {
  forgetOldSessions,
  insertEntries,
  insertSession,
  type NewSession,
  type Remark,
  type Session,
  type SessionFile,
  type StagedEntry,
} from '../session.ts'
import { keepConflicts } from './kept-conflicts.ts'
import { countConflicts, presentConflicts, previewConflicts } from './preview-conflicts.ts'
import { takeToken } from './rate-limit.ts'

type Answer = ResponseBody<typeof contract.validateImport>

/** What is in the way: all of it, or, where it is read by pages, how much of it in each file. */
interface Found {
  conflicts: Answer['files'][number]['conflicts']
  counts: ReadonlyMap<number, number> | undefined
  tooLong: Remark[]
}

/** A file that was read, as it is kept. */
interface Detected extends ReadFile {
  file: SessionFile
}

export const validateImport = implement(contract.validateImport, validate, takeToken)

async function validate({ db, config }: Services, { access, body, query, now }: Call<typeof contract.validateImport>) {
  const { maxFileSize = limits.importFile, maxTotalKeys = limits.importKeys } = body.options ?? {}
  const { defaultConflictResolution = null, allowNewLocales = false } = body.options ?? {}
  const known = await knownIn(db, access)
  const most = {
    fileSize: Math.min(maxFileSize, limits.importFile),
    totalKeys: Math.min(maxTotalKeys, limits.importKeys),
  }
  const { files, errors, warnings } = await readUploads(body.files, most, {
    detect: (path, format) => detect(path, format, known),
    sourceLocale: known.sourceLocale,
  })
  await convertPlaceholders(db, access.projectId, files)
  const detected = files.map((read, at) => ({ ...read, file: sessionFile(read, at + 1) }))
  const bytes = await measure(detected)
  await assertRoomForBytes(db, config.quotas, access.userId, now, bytes)
  await forgetOldSessions(db, now)
  await forgetOldAnswers(db, now)
  return transaction(db, async (tx) => {
    await allowLongStatements(tx)
    const expiresAt = new Date(now.getTime() + config.importSessionTtlMs)
    const wanted = { defaultResolution: defaultConflictResolution, allowNewLocales, faults: errors, bytes }
    const session = await stage(tx, access, wanted, expiresAt, detected)
    const map = await mapFiles(tx, access, session, [])
    const { decided, tooLong } = await previewConflicts(tx, session, map.mapped, [])
    const isPaged = query.conflicts === 'paged'
    if (isPaged) await keepConflicts(tx, session.id, map.mapped, decided)
    const counts = isPaged ? await countConflicts(decided) : undefined
    const conflicts = isPaged ? [] : await presentConflicts(access, decided, map.mapped)
    const presented = present(detected, map, { conflicts, counts, tooLong })
    const summary = await summarize(detected, presented, decided.length)
    const conflictCount = isPaged ? { conflictCount: decided.length } : {}
    return { validationId: session.id, files: presented, ...conflictCount, summary, errors, warnings }
  })
}

async function knownIn(db: Handle, access: ProjectAccess): Promise<Known> {
  const { onProject } = await findLocaleIds(db, access)
  return {
    locales: new Set(onProject.keys()),
    sourceLocale: onProject.entries().find(([, id]) => id === access.by.sourceLocaleId)?.[0] ?? 'en',
    namespaces: await findNamespaceNames(db, access.projectId),
    defaultNamespace: await defaultNamespaceOf(db, access.projectId),
  }
}

function sessionFile(read: ReadFile, position: number): SessionFile {
  const { filename, texts, detection, said, format, options } = read
  const faults = [...texts.errors]
  const message = faultOfNamespace(detection.namespace)
  if (message !== undefined) faults.push({ message })
  const namespace = message === undefined ? detection.namespace : null
  const syntax = syntaxOfFile(format, said)
  return { position, filename, locale: detection.locale, namespace, syntax, faults, said: [], options }
}

/** Names of files are percent-decoded, so what they name need not be as sound as they are. */
function faultOfNamespace(name: string): string | undefined {
  const longest = limits.namespaceName
  if (Array.from(name).length > longest) return `A namespace has at most ${longest} characters`
  return name.includes('\0') ? 'A namespace cannot hold U+0000' : undefined
}

/** How much will be kept, and what files say of their texts. A file with faults of its own is not kept. */
async function measure(detected: readonly Detected[]): Promise<number> {
  let bytes = 0
  for (const { file, texts, said } of detected) {
    if (file.faults.length > 0) continue
    const names = new Set<DetailName>()
    await eachInTurns(texts.entries, (entry) => {
      bytes += Buffer.byteLength(entry.key) + Buffer.byteLength(entry.value)
      const details = detailsOf(entry, said, file.syntax)
      if (!details) return
      for (const name of detailNamesOf(details)) names.add(name)
      bytes += sizeOf(details)
    })
    file.said = [...names]
  }
  return bytes
}

/** In all projects together. Of imports at the same moment each counts those before it, so they may go over by one each. */
async function assertRoomForBytes(db: Handle, quotas: Quotas, userId: number, now: Date, bytes: number): Promise<void> {
  const { current } = await db.one<{ current: number }>(sql`
    select coalesce(sum(bytes), 0)::bigint as current from import_sessions
    where user_id = ${userId} and expires_at > ${now}`)
  assertRoomFor(quotas, 'importBytes', current, bytes)
}

/** Keeps what was read for the steps to come. */
async function stage(
  tx: Transaction,
  { by, userId }: ProjectAccess,
  wanted: Pick<NewSession, 'allowNewLocales' | 'faults' | 'bytes'> & Pick<Session, 'defaultResolution'>,
  expiresAt: Date,
  detected: readonly Detected[],
): Promise<Session> {
  const files = detected.map(({ file }) => file)
  const id = await insertSession(tx, { projectId: by.projectId, userId, ...wanted, createdAt: by.at, expiresAt }, files)
  for (const { file, texts, said } of detected)
    if (file.faults.length === 0) await insertEntries(tx, id, file.position, stagedEntries(texts.entries, said, file))
  return { id, ...wanted, hasConflicts: false, files }
}

function* stagedEntries(entries: readonly Entry[], said: Said, { syntax }: SessionFile): Generator<StagedEntry> {
  for (const entry of entries)
    yield { key: entry.key, value: storedValue(entry), details: detailsOf(entry, said, syntax) }
}

function present(detected: readonly Detected[], map: FileMap, found: Found): Answer['files'] {
  const conflicts = Map.groupBy(found.conflicts, ({ filename }) => filename)
  const tooLong = Map.groupBy(found.tooLong, ({ filename }) => filename)
  const mapped = new Map(map.mapped.map((file) => [file.position, file]))
  const leftOut = Map.groupBy(map.warnings, ({ filename }) => filename)
  return detected.map(({ file, texts, format, detection: { confidence } }) => {
    const { filename, position, locale, namespace } = file
    const faults = map.faults.get(position) ?? []
    const errors = [...faults.map((fault) => ({ filename, ...fault })), ...(tooLong.get(filename) ?? [])]
    const isValid = errors.length === 0
    const warnings: Remark[] = [...texts.warnings, ...(leftOut.get(filename) ?? [])]
    if (isValid && map.newLocales.has(locale ?? ''))
      warnings.push({ message: `The locale "${locale}" will be added to the project` })
    if (isValid && mapped.get(position)?.namespaceId === null)
      warnings.push({ message: `The namespace "${namespace}" will be created` })
    return {
      filename,
      detection: {
        filename,
        format: (format?.id ?? null) as FormatId | null,
        detectedLocale: locale,
        detectedNamespace: namespace,
        confidence,
        keyCount: texts.entries.length,
        errors,
        warnings,
      },
      conflicts: conflicts.get(filename) ?? [],
      ...(found.counts ? { conflictCount: found.counts.get(position) ?? 0 } : {}),
      isValid,
    }
  })
}

async function summarize(detected: readonly Detected[], files: Answer['files'], totalConflicts: number) {
  const validFiles = files.filter(({ isValid }) => isValid).length
  return {
    totalFiles: files.length,
    totalKeys: detected.reduce((sum, { texts }) => sum + texts.entries.length, 0),
    uniqueKeys: await countKeys(detected),
    totalConflicts,
    validFiles,
    invalidFiles: files.length - validFiles,
  }
}

/** A key in several languages is one key. */
async function countKeys(detected: readonly Detected[]): Promise<number> {
  const byNamespace = Map.groupBy(detected, ({ file }) => file.namespace ?? '')
  let count = 0
  for (const ofNamespace of byNamespace.values()) {
    const keys = new Set<string>()
    for (const { texts } of ofNamespace) await eachInTurns(texts.entries, ({ key }) => keys.add(key))
    count += keys.size
  }
  return count
}
