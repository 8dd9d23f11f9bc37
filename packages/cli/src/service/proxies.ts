import http from 'node:http'

type Environment = Readonly<Record<string, string | undefined>>

const NAMES = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy']

/** Node 24 can do it by itself once it is told to. */
interface ProxyingHttp {
  setGlobalProxyFromEnv?: (env: Environment) => unknown
}

/** Sends requests through the proxies that the environment names, except those that NO_PROXY names. */
export async function useProxies(env: Environment): Promise<void> {
  if (!NAMES.some((name) => env[name])) return
  const { setGlobalProxyFromEnv } = http as ProxyingHttp
  if (setGlobalProxyFromEnv) return void setGlobalProxyFromEnv(env)
  const { EnvHttpProxyAgent, setGlobalDispatcher } = await import('undici')
  setGlobalDispatcher(new EnvHttpProxyAgent())
}
