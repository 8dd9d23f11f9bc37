import { createHmac } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { newSecret } from '../../http/secrets.ts'
import type { Secrets } from '../../identity-provider/identity-provider.ts'

const SECRET_BYTES = 32
const SECRET = /^[\w-]{43}$/

/**
 * What ties a sign-in to the browser that began it: a secret in a cookie that no script reads. The page that completes the
 * sign-in is ours, so the cookie is sent on no other way. Over https its name keeps pages of neighbouring names from
 * planting one. A browser keeps its secret while it begins more of them: two tabs do not stand in each other's way.
 */
export function markBrowser(request: FastifyRequest, reply: FastifyReply, config: Config, lifetimeMs: number): string {
  const secret = markOf(request, config) ?? newSecret(SECRET_BYTES)
  reply.setCookie(nameOf(config), secret, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure(config),
    maxAge: lifetimeMs / 1000,
  })
  return secret
}

export function markOf({ cookies }: FastifyRequest, config: Config): string | undefined {
  const secret = cookies[nameOf(config)]
  return secret !== undefined && SECRET.test(secret) ? secret : undefined
}

const isSecure = ({ publicUrl }: Config) => publicUrl?.startsWith('https:') ?? false
const nameOf = (config: Config) => (isSecure(config) ? '__Host-tms_departure' : 'tms_departure')

/** They follow from the cookie and the state, so that whoever reads the database or the address could not go on from there. */
export const secretsOf = (browser: string, state: string): Secrets => ({
  state,
  nonce: derive(browser, 'nonce', state),
  verifier: derive(browser, 'verifier', state),
})

const derive = (browser: string, purpose: string, state: string) =>
  createHmac('sha256', browser).update(`${purpose} ${state}`).digest('base64url')
