import { mkdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { configFailure, fileFailure } from '../problem.ts'
import { replaceFile } from '../texts/replace-file.ts'

type Environment = Readonly<Record<string, string | undefined>>

export interface Login {
  apiKey: string
  /** Of the key, for people. */
  name: string
}

/** By origin, then by project. */
type Logins = Record<string, Record<string, Login>>

export function credentialsPath(env: Environment): string {
  const own = process.platform === 'win32' ? env['APPDATA'] : env['XDG_CONFIG_HOME']
  // One that is no whole path would be another in each folder.
  const folder = own !== undefined && isAbsolute(own) ? own : join(env['HOME'] || homedir(), '.config')
  if (!isAbsolute(folder)) throw configFailure('Nobody knows where your logins are: set HOME or XDG_CONFIG_HOME.')
  return join(folder, 'parlance', 'credentials.json')
}

/** Logins for one service, by project. */
export const loginsFor = (env: Environment, origin: string): Record<string, Login> => read(env)[origin] ?? {}

export function storeLogin(env: Environment, origin: string, projectId: number, login: Login): void {
  const logins = read(env)
  write(env, { ...logins, [origin]: { ...logins[origin], [projectId]: login } })
}

/** Forgets logins; tells how many there were. Left out: of all services, of all projects. */
export function forgetLogins(env: Environment, origin?: string, projectId?: number): number {
  const kept: Logins = {}
  let count = 0
  for (const [service, byProject] of Object.entries(read(env))) {
    for (const [project, login] of Object.entries(byProject)) {
      const isMeant = (origin ?? service) === service && String(projectId ?? project) === project
      if (isMeant) count++
      else kept[service] = { ...kept[service], [project]: login }
    }
  }
  if (count > 0) write(env, kept)
  return count
}

function read(env: Environment): Logins {
  const path = credentialsPath(env)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
  const logins = parsed(text)
  if (logins) return logins
  throw fileFailure(path, 'This is not the JSON that "parlance login" writes. Mend it, or delete it and log in again.')
}

function parsed(text: string): Logins | undefined {
  try {
    const logins: unknown = JSON.parse(text)
    const isWhole = isRecord(logins) && Object.values(logins).every((one) => isRecord(one) && all(one, isLogin))
    return isWhole ? (logins as Logins) : undefined
  } catch {
    return undefined
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const all = (record: Record<string, unknown>, holds: (value: unknown) => boolean) => Object.values(record).every(holds)
const isLogin = (value: unknown) =>
  isRecord(value) && typeof value['apiKey'] === 'string' && typeof value['name'] === 'string'

/** Nobody else may read it at any moment. */
function write(env: Environment, logins: Logins): void {
  const path = credentialsPath(env)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  replaceFile(path, `${JSON.stringify(logins, null, 2)}\n`, { mode: 0o600 })
}
