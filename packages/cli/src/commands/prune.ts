import { defineCommand } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { agreeToDelete, deleteKeys, type NamedKey } from '../keys/delete-keys.ts'
import { counted } from '../output/counted.ts'
import { Failure } from '../problem.ts'
import { scanCode } from '../scan/scan.ts'
import { sightingsOf } from '../scan/sightings.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export const prune = defineCommand({
  flags: {
    'dry-run': { type: 'boolean', summary: 'delete nothing; say what would be deleted' },
    yes: { type: 'boolean', summary: 'delete without asking' },
    'seen-days': {
      type: 'number',
      value: '<n>',
      // Further back than that nobody has ever shown anything.
      max: 36_500,
      default: 30,
      summary: 'leave keys that a running application showed since then',
    },
  },
  async run(invocation) {
    const { flags, output, cwd } = invocation
    const config = await invocation.config()
    const found = await scanCode(invocation, { paths: [], framework: undefined, from: 'service' })
    if (!found.isWhole) throw notWhole()
    const service = await invocation.service()
    const seen = await sightingsOf(service, found.unused, new Date(Date.now() - flags['seen-days'] * DAY_MS))
    const isSeen = new Set(seen.map(nameOf))
    const keys = found.unused.filter((key) => !isSeen.has(nameOf(key)))
    for (const one of seen) output.note(`left ${nameOf(one)}: seen ${one.lastSeenAt ?? 'at a time that nobody knows'}`)
    for (const key of keys) output.print(`${flags['dry-run'] ? 'would delete' : 'unused'} ${nameOf(key)}`)
    if (flags['dry-run'] || keys.length === 0) {
      output.print(`${counted(keys.length, 'key')} to delete`)
      return { keys, seen, deleted: 0, file: null }
    }
    await agreeToDelete(invocation, keys.length, flags.yes)
    const file = await deleteKeys(service, keys, { config, cwd })
    output.print(`${counted(keys.length, 'key')} deleted and saved to ${file}`)
    return { keys, seen, deleted: keys.length, file }
  },
})

/** The file that cannot be read may be the one that uses a key. */
function notWhole(): Failure {
  const message = 'Nothing was deleted: keys may be used in files that could not be read.'
  return new Failure({ exitCode: exitCodes.file, code: 'NOT_SCANNED', message })
}

const nameOf = ({ namespace, key }: NamedKey) => `${namespace}:${key}`
