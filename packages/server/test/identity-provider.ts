// An identity provider as people run one: oidc-provider behind an address of its own, with people who sign in there. Its
// page lets one choose as whom; tests without a browser follow its redirects by hand.
import { generateKeyPairSync, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Configuration } from 'oidc-provider'
import { atEnd } from './harness.ts'

export const CLIENT_ID = 'parlance'
export const CLIENT_SECRET = 'a secret of the client ~ / + & %20'

/** What the provider tells of somebody, beside their subject. */
export interface Claims {
  email?: string
  email_verified?: boolean | string
  name?: string
}

type Jwt = Record<string, unknown>
type Tamper = (claims: Jwt, header: Jwt) => unknown

interface Options {
  /** Where the service may have people led back to; more may be added when it is known where it listens. */
  origins: string[]
  people: Record<string, Claims>
}

export type TestProvider = Awaited<ReturnType<typeof startIdentityProvider>>

export async function startIdentityProvider({ origins, people }: Options) {
  let handle = (_request: IncomingMessage, response: ServerResponse) => void response.writeHead(503).end()
  const server = createServer((request, response) => handle(request, response))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  atEnd(async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  })
  const { port } = server.address() as AddressInfo
  // Under another name than the service: another site, as a provider is.
  const issuer = `http://localhost:${port}`
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const provider = new Provider(issuer, configurationOf(people, privateKey.export({ format: 'jwk' })))
  provider.Client.prototype.redirectUriAllowed = (uri: string) =>
    origins.some((origin) => uri === `${origin}/sign-in/provider`)
  const callback = provider.callback()
  const state = {
    /** Every request that came in, by method and path. */
    asked: [] as string[],
    /** Changes what a token says before it is signed. */
    tamper: undefined as Tamper | undefined,
    /** Changes what it tells of somebody when it is asked for more. */
    tamperMore: undefined as ((claims: Jwt) => unknown) | undefined,
    isAway: false,
    /** How the client said last who it is. */
    secretCame: undefined as 'in a header' | 'in the body' | undefined,
  }
  handle = (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', issuer)
    state.asked.push(`${request.method} ${pathname}`)
    if (state.isAway) return void request.socket.destroy()
    // A browser asks for it, and would complain.
    if (pathname === '/favicon.ico') return void response.writeHead(204).end()
    if (pathname.startsWith('/interaction/')) return void choose(provider, people, searchParams, request, response)
    const { tamper, tamperMore } = state
    if (pathname === '/token') state.secretCame = request.headers.authorization ? 'in a header' : 'in the body'
    if (pathname === '/token' && tamper)
      changeAnswer(response, (body) => {
        const { id_token: token } = body
        return typeof token === 'string' ? { ...body, id_token: forged(token, tamper, privateKey) } : body
      })
    if (pathname === '/me' && tamperMore) changeAnswer(response, (body) => Object.assign(body, tamperMore(body)))
    callback(request, response)
  }
  return Object.assign(state, {
    issuer,
    people,
    env: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: CLIENT_ID, OIDC_CLIENT_SECRET: CLIENT_SECRET },
    /** What a browser without a page does: from the departure to where the provider leads back to. */
    signIn: (departure: string, as: string) => follow(departure, as, issuer),
  })
}

const configurationOf = (people: Record<string, Claims>, key: object): Configuration => ({
  clients: [
    {
      client_id: CLIENT_ID,
      client_secret: CLIENT_SECRET,
      redirect_uris: ['http://localhost/sign-in/provider'],
      response_types: ['code'],
      grant_types: ['authorization_code'],
    },
  ],
  jwks: { keys: [{ ...key, kid: 'own', use: 'sig', alg: 'RS256' }] } as NonNullable<Configuration['jwks']>,
  cookies: { keys: ['test'] },
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
  findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ sub: accountId, ...people[accountId] }) }),
  // Nobody is asked again whether this client may know them.
  async loadExistingGrant(ctx) {
    const { provider, session, client } = ctx.oidc
    const grant = new provider.Grant({ accountId: session?.accountId ?? '', clientId: client?.clientId ?? '' })
    grant.addOIDCScope('openid email profile')
    await grant.save()
    return grant
  },
  ttl: { AccessToken: 60, AuthorizationCode: 60, IdToken: 60, Grant: 60, Interaction: 600, Session: 600 },
})

/** The page of the provider: as whom to go on. */
async function choose(
  provider: Provider,
  people: Record<string, Claims>,
  query: URLSearchParams,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const as = query.get('as')
  if (as === null) {
    const links = [...Object.keys(people), 'nobody'].map((id) => `<li><a href="?as=${id}">Go on as ${id}</a></li>`)
    response.setHeader('content-type', 'text/html; charset=utf-8')
    return response.end(`<!doctype html><title>Provider</title><h1>Who are you?</h1><ul>${links.join('')}</ul>`)
  }
  const refusal = { error: 'access_denied', error_description: 'End-User aborted interaction' }
  const result = as === 'nobody' ? refusal : { login: { accountId: as } }
  return provider.interactionFinished(request, response, result)
}

/** Follows redirects with the cookies of the provider, until one leads elsewhere. */
async function follow(departure: string, as: string, issuer: string): Promise<string> {
  const cookies = new Map<string, string>()
  let url = departure
  for (let step = 0; step < 10; step++) {
    const here = new URL(url)
    if (here.pathname.startsWith('/interaction/')) here.searchParams.set('as', as)
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(here, { redirect: 'manual', headers: { cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    if (location === null) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`)
    url = new URL(location, here).href
    if (!url.startsWith(issuer)) return url
  }
  throw new Error('The provider leads around in circles')
}

type Key = ReturnType<typeof generateKeyPairSync>['privateKey']

function forged(token: string, tamper: Tamper, key: Key): string {
  const [header = {}, claims = {}] = token
    .split('.', 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Jwt)
  tamper(claims, header)
  const signer =
    header['signedBy'] === 'stranger' ? generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey : key
  delete header['signedBy']
  const text = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  const signature = header['alg'] === 'none' ? '' : sign('sha256', Buffer.from(text), signer).toString('base64url')
  return `${text}.${signature}`
}

function changeAnswer(response: ServerResponse, change: (body: Jwt) => Jwt): void {
  const end = response.end.bind(response) as (text: string) => ServerResponse
  response.end = ((body: string | Buffer) => {
    const text = JSON.stringify(change(JSON.parse(body.toString()) as Jwt))
    response.setHeader('content-length', Buffer.byteLength(text))
    return end(text)
  }) as typeof response.end
}
