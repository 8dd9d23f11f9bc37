import { setTimeout as sleep } from 'node:timers/promises'
import type { AnswerOf } from '@parlance/sdk'
import { defineCommand } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Output } from '../output/output.ts'
import { Failure } from '../problem.ts'
import { findFacts } from '../service/facts.ts'
import type { Service } from '../service/service.ts'
import { knownLocales } from '../texts/wanted.ts'

type Issue = AnswerOf<'listIssues'>['issues'][number]

export const check = defineCommand({
  flags: {
    locale: { type: 'list', value: '<code>', completes: 'locales', summary: 'only these' },
    'fail-on': {
      type: 'text',
      value: '<severity>',
      values: ['error', 'warning', 'never'],
      default: 'error',
      summary: 'from which finding on the exit code is 1',
    },
  },
  async run({ flags, globals, output, service: connected }) {
    const service = await connected()
    const locales = flags.locale.length > 0 ? knownLocales(flags.locale, await findFacts(service), output) : []
    if (flags.locale.length > 0 && locales.length === 0) return { issues: [], counts: { error: 0, warning: 0 } }
    await untilChecked(service, globals.timeout * 1000, output)
    const issues = await issuesOf(service, locales)
    const count = (severity: Issue['severity']) => issues.filter((issue) => issue.severity === severity).length
    const counts = { error: count('error'), warning: count('warning') }
    for (const issue of issues) output.print(sentence(issue, output))
    output.print(`${counts.error} errors, ${counts.warning} warnings`)
    const failOn = flags['fail-on']
    const isBad = counts.error > 0 || (failOn === 'warning' && counts.warning > 0)
    if (failOn !== 'never' && isBad) output.answerNo()
    return { issues, counts }
  },
})

/** What was written a moment ago may not have been looked at yet. */
async function untilChecked({ client, params }: Service, patience: number, output: Output): Promise<void> {
  const end = Date.now() + patience
  for (let wait = 100; ; wait = Math.min(wait * 2, 2000)) {
    const { state, pending } = await client.getQa({ params })
    if (state === 'ready') return
    if (Date.now() + wait > end) {
      const message = `The service is still looking at ${pending} values. Try again later, or with a longer --timeout.`
      throw new Failure({ exitCode: exitCodes.notReached, code: 'CHECKING', message })
    }
    output.step(`Waiting for ${pending} values to be looked at`)
    await sleep(wait)
  }
}

async function issuesOf({ client, params }: Service, localeCodes: readonly string[]): Promise<Issue[]> {
  const issues: Issue[] = []
  const which = localeCodes.length > 0 ? { localeCodes: [...localeCodes] } : {}
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await client.listIssues({ params, query: { limit: 100, ...which, ...(cursor ? { cursor } : {}) } })
    for (const issue of page.issues) issues.push(issue)
    cursor = page.hasMore ? page.nextCursor : null
  }
  return issues
}

function sentence({ severity, namespace, key, locale, message, check }: Issue, { paint }: Output): string {
  const weight = severity === 'error' ? paint.red(severity) : paint.yellow(severity)
  return `${weight} ${namespace}:${key} (${locale}): ${message} [${check}]`
}
