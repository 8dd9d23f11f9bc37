import type { FastifyReply } from 'fastify'
import type { Config } from '../config.ts'
import { SESSION_COOKIE, SESSION_DAYS } from './credentials.ts'

export function setSessionCookie(reply: FastifyReply, config: Config, token: string): void {
  reply.setCookie(SESSION_COOKIE, token, { ...options(config), maxAge: SESSION_DAYS * 86_400 })
}

export function clearSessionCookie(reply: FastifyReply, config: Config): void {
  reply.clearCookie(SESSION_COOKIE, options(config))
}

const options = (config: Config) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: config.publicUrl.startsWith('https:'),
})
