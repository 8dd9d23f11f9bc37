import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { chooseEncoding, isKnown } from '../../http/negotiate.ts'
import { type ConsoleFile, consoleFiles } from './console-files.ts'

/** Scripts, pictures and requests of its own alone; its editor of texts writes a style element. */
const CONSOLE_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"

const PAGE = '/index.html'

/** What a browser asks for when somebody types an address; programs that take anything are told in JSON, as ever. */
const wantsPage = ({ method, headers }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html')

/** Paths that belong to programs, so that a mistake in one of them is never answered with a page. */
const isOfPrograms = (path: string) => /^\/(v1|cdn|docs|health|metrics|openapi\.json|assets)(\/|$)/.test(path)

const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Parlance</title>
<h1>The console was not built</h1>
<p>Run <code>npm run build</code> in the folder of Parlance and start it again. The API is there meanwhile: <a href="/docs">/docs</a></p></html>`

/** The web console: its files by their names, and its page at every address that people may open. */
export function registerConsole(app: FastifyInstance, files = consoleFiles()) {
  for (const [path, file] of files) {
    if (path !== PAGE) app.get(path, async (request, reply) => send(request, reply, file))
  }
  const page = files.get(PAGE)
  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    if (page) return send(request, reply, page)
    reply.code(503).header('content-security-policy', CONSOLE_POLICY).type('text/html; charset=utf-8')
    return reply.send(NOT_BUILT)
  }
  app.get('/', async (request, reply) => sendPage(request, reply))
  return {
    /** True when the page was sent: the console knows which addresses it has, and says so of those that it has not. */
    sendInstead(request: FastifyRequest, reply: FastifyReply): boolean {
      const path = request.url.split('?')[0] ?? ''
      if (!wantsPage(request) || isOfPrograms(path)) return false
      if (!isOfConsole(path)) reply.code(404)
      void sendPage(request, reply)
      return true
    },
  }
}

const isOfConsole = (path: string) =>
  /^\/(welcome|sign-in|invite|reset|organizations|projects|account|instance)(\/|$)/.test(path)

function send({ headers }: FastifyRequest, reply: FastifyReply, file: ConsoleFile) {
  const { type, etag, isImmutable, bytes } = file
  const encoding = chooseEncoding(headers['accept-encoding'], (name) => name in bytes)
  reply.headers({
    'cache-control': isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    'content-security-policy': CONSOLE_POLICY,
    vary: 'Accept-Encoding',
    etag,
  })
  if (isKnown(headers['if-none-match'], etag) && reply.statusCode === 200) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type(type).send(bytes[encoding])
}
