import { resolve } from 'node:path'
import { defineCommand } from '../command.ts'
import { counted } from '../output/counted.ts'
import type { Output } from '../output/output.ts'
import type { PlacedKey, Scanned } from '../scan/compare.ts'
import { scanCode } from '../scan/scan.ts'
import { replaceFile } from '../texts/replace-file.ts'

export const scan = defineCommand({
  args: [{ name: 'path', isOptional: true, isMany: true }],
  flags: {
    framework: {
      type: 'text',
      value: '<name>',
      values: ['i18next', 'react-intl', 'vue-i18n', 'custom'],
      summary: 'what asks for texts in the code (default i18next)',
    },
    from: {
      type: 'text',
      value: '<source>',
      values: ['service', 'files'],
      default: 'service',
      summary: 'which keys there are; files know those that were not pushed yet',
    },
    report: { type: 'text', value: '<file>', completes: 'files', summary: 'write what --json prints into a file' },
    'fail-on': { type: 'list', value: '<what>', values: ['missing', 'unused'], summary: 'exit 1 when there are any' },
  },
  async run(invocation) {
    const { flags, args, output, cwd } = invocation
    const from = flags.from === 'files' ? 'files' : 'service'
    const {
      files,
      isWhole: _,
      ...found
    } = await scanCode(invocation, {
      paths: args,
      framework: flags.framework,
      from,
    })
    tell(found, { files, from }, output)
    const isBad = flags['fail-on'].some((what) => found[what as 'missing' | 'unused'].length > 0)
    if (isBad) output.answerNo()
    if (flags.report !== undefined) replaceFile(resolve(cwd, flags.report), `${JSON.stringify(found, null, 2)}\n`)
    return found
  },
})

function tell(
  { used, missing, unused, dynamic }: Scanned,
  { files, from }: { files: number; from: 'service' | 'files' },
  output: Output,
): void {
  const who = from === 'files' ? 'No file has a' : 'The project has no'
  for (const one of missing) {
    const { namespace, key } = one
    const message = `${who} key "${key}" in the namespace "${namespace}".`
    output.finding(`${placeOf(one)} ${output.paint.red('missing')} ${namespace}:${key}`, { ...one, message })
  }
  for (const { namespace, key } of unused) output.print(`${output.paint.yellow('unused')} ${namespace}:${key}`)
  const distinct = new Set(used.map(({ namespace, key }) => `${namespace}\0${key}`)).size
  output.print(
    `${counted(files, 'file')}: ${counted(distinct, 'key')} used, ${missing.length} missing, ${unused.length} unused, ${dynamic.length} computed`,
  )
}

const placeOf = ({ file, line, column }: PlacedKey) => `${file}:${line}:${column}`
