import { readFileSync } from 'node:fs'
import type { AnswerOf } from '@parlance/sdk'
import type { Config } from '../config/config.ts'
import { replaceFile } from '../texts/replace-file.ts'
import { keptPath, makeKept } from './last-answer.ts'

type Check = AnswerOf<'getQa'>['checks'][number]

/** How bad a project says that findings are, where that is not what the check itself says; by check. */
export type ChosenSeverities = Readonly<
  Record<string, { severity: Check['severity']; localeSeverities: Readonly<Record<string, Check['severity']>> }>
>

const NAME = 'checks.json'

/** As the service said last; undefined where it was never asked. */
export function lastChecks(config: Pick<Config, 'folder'>): ChosenSeverities | undefined {
  try {
    return JSON.parse(readFileSync(keptPath(config, NAME), 'utf8')) as ChosenSeverities
  } catch {
    return undefined
  }
}

/** Kept for `check --local`. A folder that cannot be written is no fault: it is only a convenience. */
export function rememberChecks(config: Pick<Config, 'folder'>, checks: readonly Check[]): void {
  const chosen = checks.filter(
    ({ severity, defaultSeverity, localeSeverities }) =>
      severity !== defaultSeverity || Object.keys(localeSeverities).length > 0,
  )
  const said = JSON.stringify(
    Object.fromEntries(chosen.map(({ id, severity, localeSeverities }) => [id, { severity, localeSeverities }])),
  )
  if (JSON.stringify(lastChecks(config)) === said) return
  const path = keptPath(config, NAME)
  try {
    makeKept(path)
    replaceFile(path, said)
  } catch {}
}
