import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileFailure } from '../problem.ts'

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
  const folder = own !== undefined && own !== '' ? own : join(env['HOME'] ?? homedir(), '.config')
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
  try {
    return JSON.parse(text) as Logins
  } catch {
    throw fileFailure(
      path,
      'This is not the JSON that "parlance login" writes. Mend it, or delete it and log in again.',
    )
  }
}

/** Beside the old file first, so that none is ever half written; nobody else may read it at any moment. */
function write(env: Environment, logins: Logins): void {
  const path = credentialsPath(env)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const beside = `${path}.${process.pid}`
  try {
    writeFileSync(beside, `${JSON.stringify(logins, null, 2)}\n`, { mode: 0o600 })
    chmodSync(beside, 0o600)
    renameSync(beside, path)
  } finally {
    rmSync(beside, { force: true })
  }
}
