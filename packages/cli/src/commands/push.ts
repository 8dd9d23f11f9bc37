import { defineCommand, type Invocation } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import type { FlagTable } from '../flags/flag.ts'
import { agreeToDelete, deleteKeys } from '../keys/delete-keys.ts'
import { counted } from '../output/counted.ts'
import type { Output } from '../output/output.ts'
import { configFailure, usageFailure } from '../problem.ts'
import { type Import, importTexts, preview } from '../push/import.ts'
import { missingKeys } from '../push/missing-keys.ts'
import { type Portion, portionsOf } from '../push/payload.ts'
import { type LocalProject, readProject, type Source } from '../push/push.ts'
import { readBackup } from '../push/read-backup.ts'
import type { Commit } from '../push/send.ts'
import { findFacts } from '../service/facts.ts'
import type { Facts } from '../service/last-answer.ts'
import { knownLocales, knownNamespaces } from '../texts/wanted.ts'

const flags = {
  locale: { type: 'list', value: '<code>', completes: 'locales', summary: 'these instead of the source locale' },
  'all-locales': { type: 'boolean', summary: 'every locale of the project' },
  namespace: { type: 'list', value: '<name>', completes: 'namespaces', summary: 'only these' },
  'on-conflict': {
    type: 'text',
    value: '<whom>',
    values: ['fail', 'local', 'server'],
    summary: 'who is right where texts differ (default fail: nothing is written)',
  },
  'dry-run': { type: 'boolean', summary: 'write nothing; say what would happen' },
  'delete-missing': { type: 'boolean', summary: 'delete keys of the pushed namespaces that no file has' },
  yes: { type: 'boolean', summary: 'delete without asking' },
  'no-create-namespaces': { type: 'boolean', summary: 'leave out namespaces that the project lacks' },
  file: { type: 'text', value: '<backup>', completes: 'files', summary: 'what a deletion has saved, instead of files' },
} as const satisfies FlagTable

type Called = Invocation<typeof flags>

export const push = defineCommand({
  flags,
  async run(invocation) {
    const { file } = invocation.flags
    if (invocation.flags['all-locales'] && invocation.flags.locale.length > 0)
      throw usageFailure('Use --locale or --all-locales, not both.')
    return file === undefined ? pushFiles(invocation) : pushBackup(invocation, file)
  },
})

async function pushFiles(invocation: Called): Promise<object> {
  const { flags: said, output, cwd } = invocation
  const config = await invocation.config()
  const service = await invocation.service()
  const facts = await findFacts(service, config)
  const source: Source = { config, cwd, facts, service, output }
  const { files, texts } = await readLocal(invocation, source)
  const portions = portionsOf(texts, facts.locales).filter((portion) => isSent(portion, invocation, facts))
  const told = files.map(({ place, texts: own }) => ({
    path: place.path,
    locale: place.locale,
    namespace: place.namespace,
    keys: own.length,
  }))
  // Also those whose files have nothing left in them.
  const namespaces = new Set(files.map(({ place }) => place.namespace))
  const missing = said['delete-missing'] ? await missingKeys(source, namespaces) : []
  const wanted = importOf(invocation, { service, portions, texts, onConflict: config.push.onConflict })
  if (said['dry-run']) {
    const answer = await preview(wanted)
    const { newKeys, existingKeys } = answer.stats
    output.print(`${counted(newKeys, 'new key')}, ${existingKeys} there already, ${missing.length} to delete`)
    return { ...answer, files: told, ...(said['delete-missing'] ? { missing } : {}) }
  }
  if (missing.length > 0) await agreeToDelete(invocation, missing.length, said.yes)
  const { answer, conflicts } = await importTexts(wanted)
  if (answer.success && missing.length > 0) {
    output.note(`The deleted keys were saved to ${await deleteKeys(service, missing, source)}`)
    answer.stats.keysDeleted += missing.length
  }
  tellDone(invocation, answer)
  return { ...answer, conflicts, files: told }
}

async function pushBackup(invocation: Called, file: string): Promise<object> {
  const { flags: said, cwd, output } = invocation
  if (said['delete-missing']) throw usageFailure('--delete-missing needs files, not a backup.')
  const all = await readBackup(cwd, file, (there) => chosen(said, there, output))
  const service = await invocation.service()
  const facts = await findFacts(service)
  const portions = all.filter((portion) => isSent(portion, invocation, facts))
  const wanted = importOf(invocation, { service, portions, texts: [], onConflict: undefined })
  if (said['dry-run']) {
    const answer = await preview(wanted)
    output.print(counted(answer.stats.newKeys, 'new key'))
    return { ...answer, files: [] }
  }
  const { answer, conflicts } = await importTexts(wanted)
  tellDone(invocation, answer)
  return { ...answer, conflicts, files: [] }
}

/** Of a backup, all that was not left out by name. */
function chosen({ namespace, locale }: Called['flags'], there: Pick<Facts, 'namespaces' | 'locales'>, output: Output) {
  const holder = 'The backup'
  const namespaces = namespace.length > 0 ? knownNamespaces(namespace, there, output, holder) : there.namespaces
  const locales = locale.length > 0 ? knownLocales(locale, there, output, holder) : there.locales
  return (one: Pick<Portion, 'namespace' | 'locale'>) =>
    namespaces.includes(one.namespace) && locales.includes(one.locale)
}

function importOf(
  { flags: said, output }: Called,
  {
    onConflict = 'fail',
    ...rest
  }: Pick<Import, 'service' | 'portions' | 'texts'> & { onConflict: Import['onConflict'] | undefined },
): Import {
  const createsNamespaces = !said['no-create-namespaces']
  return { ...rest, output, createsNamespaces, onConflict: said['on-conflict'] ?? onConflict }
}

function readLocal({ flags: said }: Called, source: Source): Promise<LocalProject> {
  const { config, facts, output } = source
  const configured = config.push.locales ?? 'source'
  const named = said.locale.length > 0 ? said.locale : typeof configured === 'string' ? [] : configured
  const areAllMeant = said['all-locales'] || (said.locale.length === 0 && configured === 'all')
  const isNamed = named.length > 0 && !said['all-locales']
  if (typeof configured === 'string' && configured !== 'all' && configured !== 'source')
    throw configFailure(`push.locales is "source", "all" or a list, not "${configured}".`, { file: config.path })
  const locales = areAllMeant ? facts.locales : isNamed ? knownLocales(named, facts, output) : [facts.sourceLocale]
  return readProject(source, { locales, areAllMeant, namespaces: said.namespace })
}

/** A namespace that is not to be made is left out, and told. */
function isSent({ namespace, locale }: Portion, { flags: said, output }: Called, facts: Facts): boolean {
  if (!said['no-create-namespaces'] || facts.namespaces.includes(namespace)) return true
  const message = `The project has no namespace "${namespace}"; its texts in ${locale} were left out.`
  output.problem({ exitCode: exitCodes.refused, code: 'unknown_namespace', message, namespace, locale })
  return false
}

function tellDone({ output }: Called, { success, stats }: Pick<Commit, 'success' | 'stats'>): void {
  if (!success) return
  const { keysCreated, keysDeleted, translationsCreated, translationsUpdated } = stats
  output.print(
    `${counted(keysCreated, 'key')} created, ${keysDeleted} deleted; ${counted(translationsCreated, 'text')} added, ${translationsUpdated} changed`,
  )
}
