import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { defineCommand } from '../command.ts'
import { knownLayout, USUAL_LAYOUT } from '../config/layouts.ts'
import { entriesFor } from '../config/likely-files.ts'
import { CONFIG_NAMES, checkedConfig } from '../config/load-config.ts'
import { configFailure } from '../problem.ts'
import { serviceUrl } from '../service/connect.ts'
import { fileSetsOf } from '../texts/file-set.ts'
import { createFile } from '../texts/replace-file.ts'

const NAME = 'parlance.config.json'

/** What is stored once is not stored anew: a later push leaves such keys as they are. */
const CONVERTING = [
  'Before the first push: add "placeholders": "convert" to each entry, and {{count}} is stored as',
  '{count}, which types, checks and translators know. Your files stay as they are.',
]

export const init = defineCommand({
  flags: {
    format: { type: 'text', value: '<id>', summary: 'of your files, such as i18next-v4' },
    path: { type: 'text', value: '<path>', summary: 'of your files, with {locale} and {namespace}' },
    yes: { type: 'boolean', summary: 'take what is found, or what is usual, without asking' },
  },
  async run({ flags, globals, cwd, output, ask }) {
    const old = CONFIG_NAMES.find((name) => existsSync(join(cwd, name)))
    if (old !== undefined) throw configFailure('It is there already.', { file: old })
    const likely = knownLayout(cwd) ?? USUAL_LAYOUT
    const answer = async (question: string, usual: string) => {
      if (flags.yes) return usual
      const instead = 'Use --yes, or --format and --path.'
      return (await ask(`${question}${usual === '' ? '' : ` (${usual})`}: `, instead)).trim() || usual
    }
    const isSaid = flags.format !== undefined && flags.path !== undefined
    const format = flags.format ?? (await answer('Format of the files', likely.format))
    const path =
      flags.path ?? (await answer('Path of the files', format === likely.format ? likely.path : USUAL_LAYOUT.path))
    const given = globals.url ?? (isSaid ? '' : await answer('Address of the service', ''))
    const url = given === '' ? undefined : serviceUrl(given)
    const files = entriesFor(cwd, path, format, flags.path !== undefined)
    const schema = './node_modules/@parlance/cli/config.schema.json'
    const config = { $schema: schema, ...(url === undefined ? {} : { url }), files }
    // What it would be refused for later is refused now.
    const sets = fileSetsOf(checkedConfig(config, join(cwd, NAME), NAME))
    createFile(join(cwd, NAME), `${JSON.stringify(config, null, 2)}\n`)
    output.print(`wrote ${NAME}`)
    for (const file of files) output.print(`  ${file.format} at ${file.path}`)
    if (sets.some(({ format }) => format.converts)) for (const line of CONVERTING) output.note(line)
    const push = '"parlance push --all-locales" brings in what the files say.'
    const login = url === undefined ? 'login --url <address>' : 'login'
    output.note(globals['api-key'] === undefined ? `Next: "parlance ${login}", then ${push}` : `Next: ${push}`)
    return { path: NAME, config }
  },
})
