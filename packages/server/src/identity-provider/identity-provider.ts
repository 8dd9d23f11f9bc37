import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import * as oidc from 'openid-client'
import { fault } from '../http/errors.ts'
import { noTracing, type Tracing } from '../tracing/tracing.ts'
import { isOnThisMachine, type ProviderConfig } from './config.ts'
import { type Person, personOf } from './person.ts'
import { describeTrouble, situationOf } from './trouble.ts'

const TIMEOUT_S = 8
/** What a provider says of itself hardly changes; its keys are asked for apart, whenever one is not known. */
const KNOWN_FOR_MS = 3_600_000
const TRY_AGAIN_AFTER_MS = 300
/** How far its clock may be off. */
const TOLERATED_S = 60

/** What a request for a sign-in is made of, and what its answer is held against. */
export interface Secrets {
  state: string
  nonce: string
  verifier: string
}

interface Options {
  config: ProviderConfig
  log: FastifyBaseLogger
  clock: { now(): Date }
  tracing?: Tracing
}

/**
 * The identity provider of the instance. It is asked what it can do when somebody wants to sign in, not before: a provider
 * that is away keeps no service from starting. What it said is kept for an hour, and longer where it cannot be asked again.
 */
export class IdentityProvider {
  readonly config: ProviderConfig
  readonly #log: FastifyBaseLogger
  readonly #clock: Options['clock']
  readonly #tracing: Tracing
  #known: { client: oidc.Configuration; until: number } | undefined
  #asking: Promise<oidc.Configuration> | undefined

  constructor({ config, log, clock, tracing = noTracing }: Options) {
    this.config = config
    this.#log = log
    this.#clock = clock
    this.#tracing = tracing
  }

  /** Where a browser is sent. */
  async departureUrl(redirectUri: string, { state, nonce, verifier }: Secrets): Promise<string> {
    return this.#attempt(async (client) =>
      oidc.buildAuthorizationUrl(client, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }),
    ).then(String)
  }

  /** Who came back. The tokens are read here and kept nowhere. */
  async identify(redirectUri: string, query: URLSearchParams, secrets: Secrets): Promise<Person> {
    const person = await this.#attempt(async (client) => {
      const tokens = await oidc.authorizationCodeGrant(client, new URL(`${redirectUri}?${query}`), {
        expectedState: secrets.state,
        expectedNonce: secrets.nonce,
        pkceCodeVerifier: secrets.verifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) return undefined
      const { issuer, userinfo_endpoint: more } = client.serverMetadata()
      if (claims.iss !== issuer) return undefined
      const asks = claims['email'] === undefined && more !== undefined
      const told = asks ? [await oidc.fetchUserInfo(client, tokens.access_token, claims.sub)] : []
      return personOf(issuer, claims.sub, [claims, ...told])
    })
    if (person) return person
    this.#log.warn({ issuer: this.config.issuer }, 'the identity provider names nobody who could be known again')
    throw fault('identityProviderFailed')
  }

  /** Of what goes wrong people are told what they can do, and the log the rest; neither codes nor tokens are in it. */
  async #attempt<T>(work: (client: oidc.Configuration) => Promise<T>): Promise<T> {
    try {
      return await work(await this.#client())
    } catch (error) {
      const situation = situationOf(error)
      const level = situation === 'identityProviderFailed' ? 'warn' : 'info'
      this.#log[level]({ issuer: this.config.issuer, ...describeTrouble(error) }, 'the identity provider let nobody in')
      throw fault(situation)
    }
  }

  async #client(): Promise<oidc.Configuration> {
    const known = this.#known
    if (known && known.until > this.#clock.now().getTime()) return known.client
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined
    })
    try {
      return await this.#asking
    } catch (error) {
      if (!known) throw error
      this.#log.warn(
        { issuer: this.config.issuer, ...describeTrouble(error) },
        'the identity provider was not asked anew',
      )
      return known.client
    }
  }

  async #ask(): Promise<oidc.Configuration> {
    const client = await this.#discover().catch(async () => {
      // Once more: what fails within a deploy of the provider mostly passes.
      await sleep(TRY_AGAIN_AFTER_MS)
      return this.#discover()
    })
    this.#known = { client, until: this.#clock.now().getTime() + KNOWN_FOR_MS }
    return client
  }

  async #discover(): Promise<oidc.Configuration> {
    const { issuer, clientId } = this.config
    const url = new URL(issuer)
    const client = await oidc.discovery(url, clientId, { [oidc.clockTolerance]: TOLERATED_S }, this.#clientAuth, {
      timeout: TIMEOUT_S,
      [oidc.customFetch]: (address, options) =>
        this.#tracing.call(
          { method: options.method, url: address },
          () => fetch(address, options as RequestInit),
          ({ status }) => ({ status }),
        ),
      execute: [
        // Its tokens come over TLS from itself; that they are signed by it is looked at all the same.
        oidc.enableNonRepudiationChecks,
        ...(isOnThisMachine(url) && url.protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
      ],
    })
    const told = client.serverMetadata().issuer
    // People are known by this very text.
    if (told !== issuer)
      throw new Error(`It calls itself ${told.slice(0, 300)}: OIDC_ISSUER must be the same, to the letter.`)
    return client
  }

  /** Where nothing is set, as the provider takes it; what the standard has for those who do not say is `basic`. */
  readonly #clientAuth: oidc.ClientAuth = (server, client, body, headers) => {
    const { clientAuth, clientSecret } = this.config
    const taken = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const isPosted = clientAuth === 'post' || (clientAuth === undefined && !taken.includes('client_secret_basic'))
    const authenticate = isPosted ? oidc.ClientSecretPost(clientSecret) : oidc.ClientSecretBasic(clientSecret)
    authenticate(server, client, body, headers)
  }
}
