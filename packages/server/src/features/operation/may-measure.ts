import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { fault } from '../../http/errors.ts'

const LOOPBACK = /^(::ffff:)?127\.|^::1$/
/** What a proxy on the same machine adds for those it speaks for. */
const SPOKEN_FOR = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via']

/** Metrics tell who uses the service and how much: they are for the machine itself, and for those who know the token. */
export function assertMayMeasure({ headers, socket }: IncomingMessage, token: string | undefined): void {
  const isFromHere = LOOPBACK.test(socket.remoteAddress ?? '') && !SPOKEN_FOR.some((name) => name in headers)
  if (isFromHere) return
  const [, sent] = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? []
  if (token === undefined || sent === undefined || !timingSafeEqual(digest(sent), digest(token)))
    throw fault('metricsTokenRequired')
}

const digest = (text: string) => createHash('sha256').update(text).digest()
