import { randomUUID } from 'node:crypto'
import type { AnswerOf } from '@parlance/sdk'
import { exitCodes } from '../exit-codes.ts'
import type { Output } from '../output/output.ts'
import type { Told } from '../problem.ts'
import type { Service } from '../service/service.ts'
import { bodyOf, type Portion } from './payload.ts'

export type Validation = AnswerOf<'validateCliImport'>
export type Commit = AnswerOf<'commitCliImport'>
export type Conflict = Validation['conflicts'][number]
type Resolution = 'fail' | 'keep_local' | 'keep_server'
type Warning = Commit['warnings'][number]

/** What would happen; nothing is written. */
export async function validateParts(
  service: Service,
  parts: readonly Portion[][],
  output: Output,
): Promise<Validation> {
  const whole: Validation = {
    valid: true,
    stats: { totalKeys: 0, newKeys: 0, existingKeys: 0, totalTranslations: 0 },
    conflicts: [],
    warnings: [],
  }
  for (const [at, part] of parts.entries()) {
    output.step(`Comparing with the service${counted(at, parts)}`)
    const { namespaces, keys } = bodyOf(part)
    const answer = await service.client.validateCliImport({
      params: service.params,
      body: { namespaces, ...(keys ? { keys } : {}) },
    })
    whole.valid &&= answer.valid
    add(whole.stats, answer.stats)
    whole.conflicts.push(...answer.conflicts)
    whole.warnings.push(...answer.warnings)
  }
  return whole
}

/** Writes, each part whole or not at all. The first that is refused ends it. */
export async function commitParts(
  service: Service,
  parts: readonly Portion[][],
  options: { conflictResolution: Resolution; createNamespaces: boolean },
  output: Output,
): Promise<Commit> {
  const whole: Commit = { success: true, stats: noStats(), errors: [], warnings: [], affectedKeyIds: [], changes: null }
  for (const [at, part] of parts.entries()) {
    output.step(`Sending${counted(at, parts)}`)
    // Sent again, it is answered as it was the first time.
    const body = { ...bodyOf(part), options: { ...options, idempotencyKey: randomUUID() } }
    const answer = await service.client.commitCliImport({ params: service.params, body }).catch((error: unknown) => {
      if (at > 0) output.note(`${at} of ${parts.length} parts were written before this:`)
      throw error
    })
    const { namespacesCreated, ...numbers } = answer.stats
    whole.stats.namespacesCreated.push(...namespacesCreated)
    add(whole.stats, numbers)
    whole.errors.push(...answer.errors)
    whole.warnings.push(...answer.warnings)
    for (const id of answer.affectedKeyIds) whole.affectedKeyIds.push(id)
    // Between two parts others may have written: a range over both would take that back, too.
    if (parts.length === 1) whole.changes = answer.changes
    whole.success = answer.success
    if (!answer.success) break
  }
  return whole
}

const counted = (at: number, { length }: readonly unknown[]) => (length > 1 ? `, part ${at + 1} of ${length}` : '')

function add<Names extends string>(sums: Record<NoInfer<Names>, number>, numbers: Record<Names, number>): void {
  for (const name of Object.keys(numbers) as Names[]) sums[name] += numbers[name]
}

const noStats = (): Commit['stats'] => ({
  keysCreated: 0,
  keysUpdated: 0,
  keysDeleted: 0,
  translationsCreated: 0,
  translationsUpdated: 0,
  namespacesCreated: [],
})

/** What of the files was left out, so that not all was done. The rest is worth a warning. */
const LEFT_OUT: readonly Warning['type'][] = ['unknown_locale', 'unknown_namespace', 'value_too_long']

export function tellWarnings(
  warnings: readonly Warning[],
  fileOf: (warning: Warning) => Partial<Told>,
  output: Output,
): void {
  for (const warning of warnings) {
    const { type, ...about } = warning
    const told = { code: type, ...about, ...fileOf(warning) }
    if (LEFT_OUT.includes(type)) output.problem({ exitCode: exitCodes.refused, ...told })
    else output.warn(told)
  }
}
