import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { fault } from '../../http/errors.ts'
import { PAGE_POLICY } from '../../http/page-policy.ts'
import type { Services } from '../../services.ts'

/** A script and a style of its own, and requests to this service alone. */
const GUIDE_POLICY = [
  PAGE_POLICY,
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
].join('; ')

const assets = [
  ['guide.css', 'text/css; charset=utf-8'],
  ['guide.js', 'text/javascript; charset=utf-8'],
] as const

/** What the API is, for people: pages that are written when they are asked for, and loaded when one first is. */
export function registerGuide(app: FastifyInstance, { address }: Services): void {
  const send = (reply: FastifyReply, type: string, text: string) =>
    reply.type(type).headers({ 'content-security-policy': GUIDE_POLICY, 'cache-control': 'no-cache' }).send(text)
  const sendPage = async (reply: FastifyReply, path: string, origin: string) => {
    const { pageAt } = await import('./pages.ts')
    const page = pageAt(path, origin)
    if (page === undefined) throw fault('routeNotFound')
    return send(reply, 'text/html; charset=utf-8', page)
  }

  app.get('/docs', ({ raw }, reply) => sendPage(reply, '', address.originFor(raw)))
  app.get<{ Params: { '*': string } }>('/docs/*', ({ params, raw }, reply) =>
    sendPage(reply, params['*'].replace(/\/$/, ''), address.originFor(raw)),
  )
  for (const [file, type] of assets) {
    const text = readFileSync(new URL(`assets/${file}`, import.meta.url), 'utf8')
    app.get(`/docs/${file}`, async (_, reply) => send(reply, type, text))
  }
}
