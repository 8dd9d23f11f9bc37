import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { packedFile, run } from '../../sdk/test/packed.ts'

const root = join(import.meta.dirname, '../../..')
const NAME = '@parlance/cli'
const OURS = ['cli', 'formats', 'checks', 'sdk', 'i18next']

/** A folder of all processes of one run, which goes with it: what was made in it is never older than the sources. */
const shared = process.env['PARLANCE_TEST_SHARED'] ?? mkdtempSync(join(tmpdir(), 'parlance-program-'))

/**
 * The program as people have it: out of the file that npm would get, in plain JavaScript, beside the dependencies that it
 * declares and no others. Packed once for a run, by whichever process asks first; that takes two seconds.
 */
export async function installedProgram(): Promise<string> {
  const folder = join(shared, 'program')
  const main = join(folder, 'node_modules', NAME, 'dist/main.js')
  const making = `${folder}.making`
  while (!existsSync(folder)) {
    if (!isMine(making)) await sleep(50)
    else
      try {
        await install(making)
        renameSync(making, folder)
      } catch (error) {
        rmSync(making, { recursive: true, force: true })
        throw error
      }
  }
  return main
}

function isMine(folder: string): boolean {
  try {
    mkdirSync(folder)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}

async function install(folder: string): Promise<void> {
  const program = join(folder, 'node_modules', NAME)
  mkdirSync(program, { recursive: true })
  const file = await packedFile('cli', join(folder, 'packed'))
  await run('tar', ['-xzf', file, '-C', program, '--strip-components=1'], folder)
  layOut(program, { from: OURS.map((name) => join(root, 'packages', name)), into: folder, above: new Map() })
}

interface Place {
  /** Where Node would look for them from: code of several of our packages is in the program. */
  from: readonly string[]
  /** Whose `node_modules` they are copied to. */
  into: string
  /** What those above can import, so that it is not copied again. */
  above: ReadonlyMap<string, string>
}

/** Copies what a package declares to need, and what that needs. npm would ask the registry, which need not be there. */
function layOut(dependent: string, { from, into, above }: Place): void {
  const { dependencies = {} } = JSON.parse(readFileSync(join(dependent, 'package.json'), 'utf8'))
  const needed = Object.keys(dependencies).map((name): [string, string] => [name, foundFrom(from, name)])
  const own = needed.filter(([name, source]) => above.get(name) !== source)
  const offered = new Map([...above, ...own])
  for (const [name, source] of own) {
    const target = join(into, 'node_modules', name)
    cpSync(source, target, { recursive: true, filter: (path) => path !== join(source, 'node_modules') })
    layOut(target, { from: [source], into: target, above: offered })
  }
}

function foundFrom(folders: readonly string[], name: string): string {
  const nearest = (folder: string): string[] => {
    const found = join(folder, 'node_modules', name)
    if (existsSync(found)) return [found]
    return folder === dirname(folder) ? [] : nearest(dirname(folder))
  }
  const [found] = folders.flatMap(nearest)
  if (found === undefined) throw new Error(`${name} is declared, but not installed`)
  return found
}
