import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after } from 'node:test'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../../..')

/** Ends with what was printed; what fails says all of it. */
export async function run(command: string, args: string[], cwd: string): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(command, args, { cwd, maxBuffer: 2 ** 26 })
    return stdout
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`, { cause: error })
  }
}

/** The file for npm of one of our packages. */
export async function packedFile(name: string, out: string): Promise<string> {
  return (await run(process.execPath, [join(root, 'scripts/pack.ts'), '--out', out, name], root)).trim()
}

/** Of this major version, wherever there is one. */
export function findNode(major: number): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return [process.execPath, ...folders.map((folder) => join(folder, 'node'))].find((node) => {
    try {
      return String(execFileSync(node, ['--version'], { stdio: ['ignore', 'pipe', 'ignore'] })).startsWith(`v${major}.`)
    } catch {
      return false
    }
  })
}

/** A folder of somebody who has installed the packed package from its file, and nothing else, without a network. */
export async function installedFolder(name: string) {
  const folder = mkdtempSync(join(tmpdir(), `parlance-${name}-`))
  after(() => rmSync(folder, { recursive: true }))
  const file = await packedFile(name, join(folder, 'out'))
  const user = join(folder, 'user')
  mkdirSync(user)
  writeFileSync(join(user, 'package.json'), '{"private":true,"type":"module"}')
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', file], user)
  return {
    path: user,
    file,
    write: (file: string, text: string) => writeFileSync(join(user, file), text),
    read: (file: string) => readFileSync(join(user, file)),
  }
}
