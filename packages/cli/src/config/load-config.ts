import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import schema from '../../config.schema.json' with { type: 'json' }
import type { Globals } from '../flags/global-flags.ts'
import { configFailure } from '../problem.ts'
import type { Config, FileEntry } from './config.ts'
import { faultOfFiles } from './file-rules.ts'
import { faultOf } from './validate.ts'

/** What a configuration may be called; of several in a folder the first counts. */
export const CONFIG_NAMES = ['parlance.config.json', 'parlance.config.mjs', 'parlance.config.ts']

interface Where {
  globals: Pick<Globals, 'config'>
  cwd: string
}

/** The configuration that was named, or the nearest upwards; undefined where there is none. */
export async function findConfig({ globals, cwd }: Where): Promise<Config | undefined> {
  const path = globals.config === undefined ? nearestFile(cwd) : resolve(cwd, globals.config)
  if (path === undefined) return undefined
  const shown = relative(cwd, path) || basename(path)
  if (!existsSync(path)) throw configFailure('There is no such file.', { file: shown })
  const content = path.endsWith('.json') ? readJson(path, shown) : await readModule(path, shown)
  return checkedConfig(content, path, shown)
}

export const noConfig = () =>
  configFailure('There is no parlance.config.json here or above. "parlance init" writes one.')

function nearestFile(cwd: string): string | undefined {
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const found = CONFIG_NAMES.map((name) => join(folder, name)).find((path) => existsSync(path))
    if (found !== undefined) return found
    if (folder === dirname(folder)) return undefined
  }
}

function readJson(path: string, shown: string): unknown {
  const text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
  try {
    return JSON.parse(text)
  } catch (error) {
    const { message } = error as Error
    throw configFailure(message, { file: shown, ...placeIn(text, message) })
  }
}

function placeIn(text: string, message: string): { line?: number; column?: number } {
  const at = /position (\d+)/.exec(message)?.[1]
  if (at === undefined) return {}
  const before = text.slice(0, Number(at)).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

async function readModule(path: string, shown: string): Promise<unknown> {
  const { write } = process.stdout
  try {
    // On stdout are answers alone: what a module prints, as some do that read .env files, is for people.
    process.stdout.write = process.stderr.write.bind(process.stderr)
    const module = await import(pathToFileURL(path).href)
    if (module.default === undefined) throw configFailure('It has no default export.', { file: shown })
    return module.default
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ERR_UNKNOWN_FILE_EXTENSION')
      throw configFailure('This version of Node does not run TypeScript: write it as .mjs or .json.', { file: shown })
    if (error instanceof Error && error.name === 'Failure') throw error
    throw configFailure(message, { file: shown })
  } finally {
    process.stdout.write = write
  }
}

/** What stands in a file, with its defaults; a Failure where something is wrong in it. */
export function checkedConfig(content: unknown, path: string, shown: string): Config {
  const secret = secretIn(content)
  if (secret !== undefined) {
    throw configFailure(secret === 'url' ? IN_ADDRESS : `${secret} ${NOT_HERE}`, { file: shown })
  }
  const fault = faultOf(content, schema)
  if (fault !== undefined) throw configFailure(fault, { file: shown })
  const { files = [], ...rest } = content as Partial<Config> & { files?: (FileEntry & { namespace?: string })[] }
  const entries = files.map((file) => ({ ...file, namespace: file.namespace ?? 'default' }))
  const config: Config = {
    pull: {},
    push: {},
    scan: {},
    types: {},
    check: {},
    ...rest,
    files: entries,
    folder: dirname(path),
    path: shown,
  }
  const wrong = faultOfFiles(config)
  if (wrong !== undefined) throw configFailure(wrong, { file: shown })
  return config
}

const NOT_HERE =
  'has no place in a file that many can read. Take it out, and set PARLANCE_API_KEY in the environment, or use "parlance login".'
const IN_ADDRESS = 'url has a name or a password in it. Take that out: Parlance goes by API keys alone.'

/** Names that a key might be given, what a key looks like, and an address with a password. */
const SECRET_NAME = /^(api[-_]?key|token|secret|password|PARLANCE_API_KEY)$/i
const SECRET = /^tms_[\w-]{20,}$|^\w+:\/\/[^/]*@/

/** Where a secret stands, if there is one. */
function secretIn(content: unknown, place = ''): string | undefined {
  if (typeof content === 'string') return SECRET.test(content) ? place : undefined
  if (typeof content !== 'object' || content === null) return undefined
  for (const [name, value] of Object.entries(content)) {
    const path = place === '' ? name : `${place}.${name}`
    const found = place === '' && SECRET_NAME.test(name) ? path : secretIn(value, path)
    if (found !== undefined) return found
  }
  return undefined
}
