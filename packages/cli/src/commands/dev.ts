import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { devMiddleware } from '@parlance/i18next/dev'
import { defineCommand } from '../command.ts'
import { usageFailure } from '../problem.ts'

/** Applications on this machine have ports of their own, so they ask from other origins. */
const LOCAL = ['localhost', '127.0.0.1', '[::1]']

export const dev = defineCommand({
  flags: {
    port: {
      type: 'number',
      value: '<n>',
      isWhole: true,
      max: 65_535,
      default: 4401,
      summary: 'where it listens; 0 is any',
    },
  },
  async run({ flags, output, env, service }) {
    if (env['NODE_ENV'] === 'production')
      throw usageFailure('The companion holds an API key for whoever asks: it does not start with NODE_ENV=production.')
    const { url, apiKey } = await service()
    const middleware = devMiddleware({ baseUrl: url, apiKey, allowedHosts: LOCAL })
    const server = createServer((request, response) =>
      middleware(request, response, () => response.writeHead(404).end('The companion is at /__parlance.\n')),
    )
    const port = await listening(server, flags.port)
    output.print(`The companion of applications answers at http://localhost:${port}/__parlance`)
    await new Promise((resolve) => server.once('close', resolve))
    return { port }
  },
})

/** On this machine alone, whatever it is called there. */
function listening(server: Server, wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(usageFailure(`Port ${wanted} cannot be listened at (${error.code}): choose another with --port.`))
    })
    server.listen(wanted, 'localhost', () => resolve((server.address() as AddressInfo).port))
  })
}
