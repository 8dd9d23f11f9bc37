import { defineCommand } from '../command.ts'
import { counted } from '../output/counted.ts'
import { differencesOf } from '../push/differences.ts'
import { compareProject } from '../push/push.ts'
import { findFacts } from '../service/facts.ts'
import { fileSetsOf } from '../texts/file-set.ts'
import { knownLocales, knownNamespaces, tellUnknownLocales } from '../texts/wanted.ts'

export const diff = defineCommand({
  flags: {
    locale: { type: 'list', value: '<code>', completes: 'locales', summary: 'only these' },
    namespace: { type: 'list', value: '<name>', completes: 'namespaces', summary: 'only these' },
    'exit-code': { type: 'boolean', summary: 'exit 1 when something differs' },
  },
  async run({ flags, output, cwd, config: readConfig, service: connected }) {
    const config = await readConfig()
    const service = await connected()
    const facts = await findFacts(service, config)
    const source = { config, cwd, facts, service, output }
    const locales = flags.locale.length > 0 ? knownLocales(flags.locale, facts, output) : facts.locales
    if (flags.locale.length === 0) tellUnknownLocales(fileSetsOf(config), facts, service, output)
    const local = await compareProject(source, {
      locales,
      areAllMeant: false,
      namespaces: flags.namespace,
      isEmptyAllowed: true,
    })
    const inFiles = new Set(local.files.map(({ place }) => place.namespace))
    // One that only files have is no mistake.
    knownNamespaces(
      flags.namespace.filter((name) => !inFiles.has(name)),
      facts,
      output,
    )
    const result = differencesOf(source, local.texts, local.known, { locales, namespaces: flags.namespace })
    const { paint } = output
    const name = ({ namespace, locale, key }: { namespace: string; locale: string; key: string }) =>
      `${namespace}:${key} (${locale})`
    for (const one of result.onlyLocal) output.print(paint.green(`+ ${name(one)} ${JSON.stringify(one.value)}`))
    for (const one of result.onlyService) output.print(paint.red(`- ${name(one)} ${JSON.stringify(one.value)}`))
    for (const one of result.different) {
      output.print(`~ ${name(one)}`)
      output.print(paint.green(`    here       ${JSON.stringify(one.localValue)}`))
      output.print(paint.red(`    on service ${JSON.stringify(one.serverValue)}`))
    }
    const count = result.onlyLocal.length + result.onlyService.length + result.different.length
    output.print(count === 0 ? 'Nothing differs' : `${counted(count, 'text differs', 'texts differ')}`)
    if (flags['exit-code'] && count > 0) output.answerNo()
    return result
  },
})
