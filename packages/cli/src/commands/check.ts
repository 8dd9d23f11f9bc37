import { type Checked, type FailOn, tellIssues } from '../check/issue.ts'
import { storedIssues, untilChecked } from '../check/stored-issues.ts'
import { defineCommand, type Invocation } from '../command.ts'
import type { FlagTable } from '../flags/flag.ts'
import { findFacts } from '../service/facts.ts'
import { rememberChecks } from '../service/last-checks.ts'
import { knownLocales } from '../texts/wanted.ts'

const flags = {
  local: { type: 'boolean', summary: 'look at local files, without the service' },
  locale: { type: 'list', value: '<code>', completes: 'locales', summary: 'only these' },
  'fail-on': {
    type: 'text',
    value: '<severity>',
    values: ['error', 'warning', 'never'],
    default: 'error',
    summary: 'from which finding on the exit code is 1',
  },
} as const satisfies FlagTable

type Called = Invocation<typeof flags>

export const check = defineCommand({
  flags,
  async run(invocation: Called) {
    const { flags: said, output } = invocation
    const failOn: FailOn = said['fail-on']
    if (!said.local) return checkService(invocation, failOn)
    const { localIssues } = await import('../check/local-issues.ts')
    return tellIssues(await localIssues(invocation, said.locale), failOn, output)
  },
})

async function checkService(invocation: Called, failOn: FailOn): Promise<Checked> {
  const { flags: said, globals, output } = invocation
  const service = await invocation.service()
  const config = await invocation.configIfAny()
  const locales = said.locale.length > 0 ? knownLocales(said.locale, await findFacts(service, config), output) : []
  if (said.locale.length > 0 && locales.length === 0) return { issues: [], counts: { error: 0, warning: 0 } }
  const { checks } = await untilChecked(service, globals.timeout * 1000, output)
  if (config) rememberChecks(config, checks)
  return tellIssues(await storedIssues(service, locales, output), failOn, output)
}
