import { resolve } from 'node:path'
import { defineCommand } from '../command.ts'
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
    report: { type: 'text', value: '<file>', completes: 'files', summary: 'write what --json prints into a file' },
    'fail-on': { type: 'list', value: '<what>', values: ['missing', 'unused'], summary: 'exit 1 when there are any' },
  },
  async run(invocation) {
    const { flags, args, output, cwd } = invocation
    const { files, isWhole: _, ...found } = await scanCode(invocation, { paths: args, framework: flags.framework })
    tell(found, files, output)
    const isBad = flags['fail-on'].some((what) => found[what as 'missing' | 'unused'].length > 0)
    if (isBad) output.answerNo()
    if (flags.report !== undefined) await replaceFile(resolve(cwd, flags.report), `${JSON.stringify(found, null, 2)}\n`)
    return found
  },
})

function tell({ used, missing, unused, dynamic }: Scanned, files: number, output: Output): void {
  for (const one of missing) {
    const { namespace, key } = one
    const message = `The project has no key "${key}" in the namespace "${namespace}".`
    output.finding(`${placeOf(one)} ${output.paint.red('missing')} ${namespace}:${key}`, { ...one, message })
  }
  for (const { namespace, key } of unused) output.print(`${output.paint.yellow('unused')} ${namespace}:${key}`)
  const distinct = new Set(used.map(({ namespace, key }) => `${namespace}\0${key}`)).size
  output.print(
    `${files} files: ${distinct} keys used, ${missing.length} missing, ${unused.length} unused, ${dynamic.length} computed`,
  )
}

const placeOf = ({ file, line, column }: PlacedKey) => `${file}:${line}:${column}`
