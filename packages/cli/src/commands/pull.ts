import { defineCommand, type Invocation } from '../command.ts'
import type { FlagTable } from '../flags/flag.ts'
import { counted } from '../output/counted.ts'
import { Failure, usageFailure } from '../problem.ts'
import { problemsOf } from '../problems-of.ts'
import { followChanges } from '../pull/follow-changes.ts'
import { planOf } from '../pull/plan.ts'
import { filesOf, Pull, type PulledFile } from '../pull/pull.ts'
import { lastPull, rememberPull, signatureOf } from '../pull/unchanged.ts'
import { findFacts } from '../service/facts.ts'
import { fileSetsOf } from '../texts/file-set.ts'
import { tellUnknownLocales } from '../texts/wanted.ts'

const flags = {
  locale: { type: 'list', value: '<code>', completes: 'locales', summary: 'only these' },
  namespace: { type: 'list', value: '<name>', completes: 'namespaces', summary: 'only these' },
  status: {
    type: 'list',
    value: '<status>',
    values: ['translated', 'not_reviewed', 'not_translated'],
    summary: 'only values of these',
  },
  empty: {
    type: 'text',
    value: '<what>',
    values: ['omit', 'blank', 'source'],
    summary: 'what is written for keys without a value (default omit)',
  },
  check: { type: 'boolean', summary: 'write nothing; exit 1 when a file would change' },
  'dry-run': { type: 'boolean', summary: 'write nothing; say what would change' },
  watch: { type: 'boolean', summary: 'go on with every change of the project' },
  rewrite: { type: 'boolean', summary: 'write files anew instead of changing what differs' },
  'prune-files': { type: 'boolean', summary: 'take keys out of files that the project does not have' },
} as const satisfies FlagTable

export const pull = defineCommand({
  flags,
  async run(invocation) {
    const { watch, check, 'dry-run': isDry } = invocation.flags
    if (watch && (check || isDry)) throw usageFailure('--watch writes: use it without --check and --dry-run.')
    if (!watch) return pullOnce(invocation)
    const service = await invocation.service()
    return followChanges(service, invocation.output, () => pullOnce(invocation))
  },
})

/** All of it, once. */
async function pullOnce(invocation: Invocation<typeof flags>): Promise<{ files: PulledFile[] }> {
  const { flags: said, output, config: readConfig, cwd } = invocation
  const config = await readConfig()
  const service = await invocation.service()
  const facts = await findFacts(service, config)
  const choice = {
    locales: said.locale.length > 0 ? said.locale : (config.pull.locales ?? []),
    namespaces: said.namespace.length > 0 ? said.namespace : (config.pull.namespaces ?? []),
  }
  const statuses = said.status.length > 0 ? said.status : (config.pull.statuses ?? [])
  const empty = said.empty ?? config.pull.empty ?? 'omit'
  const plan = planOf(config, cwd, facts, choice, output)
  if (choice.locales.length === 0) tellUnknownLocales(fileSetsOf(config), facts, service, output)
  const isDry = said.check || said['dry-run']
  const how = { statuses, empty, isRewritten: said.rewrite, isPruned: said['prune-files'] }
  const signature = signatureOf(service.url, service.projectId, service.localeCodes, facts, choice, how, config.files)
  const pulling = new Pull({ service, config, facts, plan, output, isDry, ...how })
  const last = lastPull(config, signature)
  await pulling.run(last).catch(async (error: unknown) => {
    throw new Failure(...(await problemsOf(error))).after({ files: inOrder(pulling.files) })
  })
  const isWhole = pulling.files.every(({ state }) => state === 'written' || state === 'unchanged')
  const places = plan.targets.flatMap(({ place }) => filesOf(place))
  const written = new Set(pulling.files.filter(({ state }) => state === 'written').map(({ path }) => path))
  if (isWhole) rememberPull(config, { signature, tags: pulling.tags }, places, written, last?.files)
  const files = inOrder(pulling.files)
  if (said.check && files.some(({ state }) => state === 'would_write')) output.answerNo()
  tell(invocation, files, isDry)
  return { files }
}

const inOrder = (files: readonly PulledFile[]) => files.toSorted((a, b) => (a.path < b.path ? -1 : 1))

function tell({ output }: Pick<Invocation, 'output'>, files: readonly PulledFile[], isDry: boolean): void {
  const { paint } = output
  for (const { path, state, added, changed, removed } of files) {
    if (state === 'unchanged' || state === 'failed') continue
    const counts = [`${paint.green('+')}${added}`, `~${changed}`, `${paint.red('-')}${removed}`].join(' ')
    output.print(`${state === 'written' ? 'wrote' : 'would write'} ${path} (${counts})`)
  }
  const [done, of] = [files.filter(({ state }) => state === 'written').length, counted(files.length, 'file')]
  const open = files.filter(({ state }) => state === 'would_write').length
  output.print(isDry ? `${open} of ${of} would change` : `${done} of ${of} written`)
}
