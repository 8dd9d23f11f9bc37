import { type contract, limits, type ResponseBody } from '@parlance/contract'
import { eachInTurns } from '../../../turns.ts'
import { tooLong } from '../../translations/index.ts'
import { type FileMap, overLimit } from '../files/map-files.ts'
import { type MappedFile, type Plan, type TooLong, tooLongOf } from '../plan/plan.ts'
import type { Remark, Session } from '../session.ts'
import type { Outdated } from './outdated.ts'
import type { Decided } from './resolutions.ts'

export type Answer = ResponseBody<typeof contract.commitImport>

export interface Judged {
  decided: Decided[]
  outdated: Outdated[]
  accepted: Decided[]
  tooLong: TooLong[]
  /** What becomes of each file, by its position. */
  counts: Plan['counts']
}

export async function judge(plan: Plan, decided: Decided[], outdated: Outdated[]): Promise<Judged> {
  const counts = new Map(Array.from(plan.counts, ([position, count]) => [position, { ...count }]))
  const accepted: Decided[] = []
  await eachInTurns(decided, (one) => {
    const count = counts.get(one.position)
    if (count) count[one.resolution === 'use_imported' ? 'updated' : 'skipped']++
    if (one.resolution === 'use_imported') accepted.push(one)
  })
  for (const { position, outcome } of outdated) {
    const count = counts.get(position)
    if (!count) continue
    count[outcome]--
    count.skipped++
  }
  return { decided, outdated, accepted, tooLong: tooLongOf(plan, accepted), counts }
}

const NOTHING = { added: 0, updated: 0, skipped: 0 }

/** What was, or would be, done. */
export function answerOf(
  map: FileMap,
  { decided, outdated, accepted, counts }: Judged,
  changes: Answer['changes'] = null,
): Answer {
  const filenames = new Map(map.targets.map(({ file }) => [file.position, file.filename]))
  const stale: Remark[] = [...decided.filter(({ isStale }) => isStale), ...outdated].map(({ position, key }) => ({
    filename: filenames.get(position) ?? '',
    key,
    message: 'The value has changed since the validation and was kept',
  }))
  const byFile = Map.groupBy(stale, ({ filename }) => filename)
  const details = map.targets.map(({ file, locale, namespace }) => ({
    filename: file.filename,
    locale,
    namespace,
    ...(counts.get(file.position) ?? NOTHING),
    errors: byFile.get(file.filename) ?? [],
  }))
  const useImported = accepted.length
  const total = decided.length + outdated.length
  return {
    success: true,
    results: sum(details),
    conflictsSummary: { total, keepExisting: total - useImported, useImported },
    details,
    errors: stale,
    warnings: map.warnings,
    duration: 0,
    changes,
  }
}

interface LeftOut {
  /** Texts that are not called translated. */
  faulty: readonly Place[]
  /** Keys whose format data is too large. */
  tooLarge: readonly Place[]
  longSources: readonly (Place & { limit: number })[]
}

type Place = Pick<TooLong, 'position' | 'key'>

/** What files say beside their texts, and what was not taken of it. */
export function warningsOf(files: readonly MappedFile[], { faulty, tooLarge, longSources }: LeftOut): Remark[] {
  const filenames = new Map(files.map(({ position, filename }) => [position, filename]))
  const at = ({ position, key }: Place) => ({ filename: filenames.get(position) ?? '', key })
  return [
    ...faulty.map((place) => ({ ...at(place), message: 'The text has errors, so it is to be reviewed' })),
    ...tooLarge.map((place) => ({
      ...at(place),
      code: 'format_data_too_large',
      message: `With what is known already, the format data would be longer than ${limits.formatData} bytes: it was left as it is`,
    })),
    ...longSources.map(({ limit, ...place }) => ({ ...at(place), message: tooLong('The source text', limit) })),
  ]
}

/** Nothing is written, and why. */
export function refusal(session: Session, map: FileMap, judged?: Judged): Answer {
  const ofFiles = [...map.errors, ...overLimit(judged?.tooLong ?? [], map.mapped)]
  const byFile = Map.groupBy(ofFiles, ({ filename }) => filename)
  return {
    success: false,
    results: NOTHING,
    conflictsSummary: { total: 0, keepExisting: 0, useImported: 0 },
    details: map.targets.map(({ file, locale, namespace }) => ({
      filename: file.filename,
      locale,
      namespace,
      ...NOTHING,
      errors: byFile.get(file.filename) ?? [],
    })),
    errors: [...session.faults, ...ofFiles],
    warnings: [],
    duration: 0,
    changes: null,
  }
}

function sum(counts: readonly { added: number; updated: number; skipped: number }[]) {
  const results = { ...NOTHING }
  for (const { added, updated, skipped } of counts) {
    results.added += added
    results.updated += updated
    results.skipped += skipped
  }
  return results
}
