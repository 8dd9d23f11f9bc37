import http from 'node:http'
import { configFailure } from '../problem.ts'

type Environment = Readonly<Record<string, string | undefined>>

const NAMES = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy']

/** Node 24 can do it by itself once it is told to. */
interface ProxyingHttp {
  setGlobalProxyFromEnv?: (env: Environment) => unknown
}

/** Sends requests through the proxies that the environment names, except those that NO_PROXY names. */
export async function useProxies(env: Environment): Promise<void> {
  const named = NAMES.filter((name) => env[name])
  if (named.length === 0) return
  const wrong = named.find((name) => !isAddress(env[name] ?? ''))
  if (wrong) throw configFailure(`${wrong} is no address of a proxy: write it as http://proxy.example.com:8080.`)
  const { setGlobalProxyFromEnv } = http as ProxyingHttp
  if (setGlobalProxyFromEnv) return void setGlobalProxyFromEnv(env)
  const { EnvHttpProxyAgent, setGlobalDispatcher } = await import('undici')
  setGlobalDispatcher(new EnvHttpProxyAgent())
}

/** The schemes that Node speaks to a proxy. */
const isAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
