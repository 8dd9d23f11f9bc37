import { type ClientOptions, createClient, ParlanceError } from '@parlance/sdk'
import type { Config } from '../config/config.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Globals } from '../flags/global-flags.ts'
import type { Output } from '../output/output.ts'
import { configFailure, Failure } from '../problem.ts'
import { loginsFor } from './credentials.ts'
import { useProxies } from './proxies.ts'
import type { Service, Watch } from './service.ts'

interface From {
  globals: Pick<Globals, 'url' | 'api-key' | 'project' | 'timeout' | 'retries'>
  env: Readonly<Record<string, string | undefined>>
  output: Output
  config: Config | undefined
}

/** Finds the service and a key for it, and asks what the key is good for. */
export async function connect({ globals, env, output, config }: From): Promise<Service> {
  const url = serviceUrl(globals.url ?? config?.url)
  const wanted = globals.project ?? config?.project
  const apiKey = globals['api-key']?.trim() ?? storedKey(env, url, wanted)
  return openService({ url, apiKey, wanted, globals, env, output })
}

interface Opening {
  url: string
  apiKey: string
  wanted: number | undefined
  globals: Pick<Globals, 'timeout' | 'retries'>
  env: From['env']
  output: Output
}

export async function openService({ url, apiKey, wanted, globals, env, output }: Opening): Promise<Service> {
  await useProxies(env)
  // No request could be made with it.
  if (!/^[\x21-\x7e]+$/.test(apiKey)) throw refusedKey()
  const clientWith = (watch: Watch) => createClient(optionsOf({ url, apiKey, globals, output }, watch))
  const client = clientWith({ headers: {}, onAnswer: () => {} })
  const key = await client.getApiKey().catch((error: unknown) => {
    throw error instanceof ParlanceError && error.status === 401 ? refusedKey(error.code) : error
  })
  if (typeof key?.projectId !== 'number' || !Array.isArray(key.scopes)) throw somebodyElse(url)
  if (wanted !== undefined && wanted !== key.projectId) {
    const message = `The key is of project ${key.projectId}, not of project ${wanted}.`
    throw new Failure({ exitCode: exitCodes.notAllowed, code: 'FORBIDDEN', message })
  }
  const { projectId, localeCodes, id: apiKeyId, name: keyName, scopes, expiresAt } = key
  const known = { projectId, localeCodes, apiKeyId, keyName, scopes, expiresAt }
  return { url, apiKey, client, ...known, params: { projectId }, clientWith }
}

/** Many a server says yes to any address. */
function somebodyElse(url: string): Failure {
  const message = `${url} answers, but not as Parlance does. Is that its address?`
  return new Failure({ exitCode: exitCodes.notReached, code: 'NETWORK', message })
}

function refusedKey(code = 'NOT_AUTHENTICATED'): Failure {
  const message = 'The service does not accept this API key: it is wrong, was revoked, or has expired.'
  return new Failure({ exitCode: exitCodes.notAllowed, code, message })
}

/** What the client does for each request. */
function optionsOf(
  { url, apiKey, globals, output }: Pick<Opening, 'url' | 'apiKey' | 'globals' | 'output'>,
  { headers, onAnswer }: Watch,
): ClientOptions {
  const fetching: typeof fetch = async (address, init = {}) => {
    const began = performance.now()
    const tell = (end: string | number) =>
      output.detail(`${init.method} ${address} ${end}, ${Math.round(performance.now() - began)} ms`)
    const sent = fetch(address, { ...init, headers: { ...(init.headers as object), ...headers } })
    const answer = await sent.catch((error: unknown) => {
      tell('no answer')
      throw error
    })
    tell(answer.status)
    onAnswer(answer)
    return answer
  }
  const onRetry = ({ cause, inMs }: { cause: Error; inMs: number }) =>
    output.note(`${cause.message}; trying again in ${(inMs / 1000).toFixed(1)} s`)
  const { retries, timeout } = globals
  const options = { baseUrl: url, apiKey, fetch: fetching, retries, timeoutMs: timeout * 1000, onRetry }
  return options
}

export function serviceUrl(given: string | undefined): string {
  if (given === undefined)
    throw configFailure('Where is the service? Use --url, PARLANCE_URL, or "url" in the configuration.')
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '')
    throw configFailure(`"${given}" is no address of a service: write it as https://texts.example.com.`)
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}

export const originOf = (url: string) => new URL(url).origin

/** The login for a service. With several, which project it is must be said. */
function storedKey(env: From['env'], url: string, project: number | undefined): string {
  const logins = loginsFor(env, originOf(url))
  const projects = Object.keys(logins)
  const [only] = projects
  const login = logins[project ?? (projects.length === 1 ? (only ?? '') : '')]
  if (login) return login.apiKey
  throw new Failure({
    exitCode: exitCodes.notAllowed,
    code: 'NOT_AUTHENTICATED',
    message: whyNone(logins, project, url),
  })
}

function whyNone(logins: ReturnType<typeof loginsFor>, project: number | undefined, url: string): string {
  if (Object.keys(logins).length > 1 && project === undefined) return severalLogins(logins, url).message
  const which = project === undefined ? '' : ` for project ${project}`
  return `No API key${which}: set PARLANCE_API_KEY, or use "parlance login --url ${url}".`
}

/** Somebody has to say which of them is meant. */
export function severalLogins(logins: ReturnType<typeof loginsFor>, url: string): Failure {
  const list = Object.entries(logins).map(([id, { name }]) => `--project ${id} (${name})`)
  const message = `You are logged in to several projects of ${url}: choose one with ${list.join(', ')}.`
  return new Failure({ exitCode: exitCodes.notAllowed, code: 'NOT_AUTHENTICATED', message })
}
