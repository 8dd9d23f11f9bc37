import type { FastifyReply } from 'fastify'
import type { Config } from '../config.ts'
import { SESSION_COOKIE } from './credentials.ts'

export function setSessionCookie(reply: FastifyReply, config: Config, token: string, expiresAt: Date, now: Date): void {
  const maxAge = Math.floor((expiresAt.getTime() - now.getTime()) / 1000)
  reply.setCookie(SESSION_COOKIE, token, { ...options(config), maxAge })
}

export function clearSessionCookie(reply: FastifyReply, config: Config): void {
  reply.clearCookie(SESSION_COOKIE, options(config))
}

const options = (config: Config) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: config.publicUrl?.startsWith('https:') ?? false,
})
