import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import type { Services } from './services.ts'
import { StartFault } from './start-fault.ts'

/** Takes the port, or says why that cannot be and what helps. */
export async function listen(app: FastifyInstance, { config, address }: Services): Promise<void> {
  const { host, port } = config
  try {
    await app.listen({ host, port })
    address.listensOn((app.server.address() as AddressInfo).port)
  } catch (error) {
    const advice = adviceOn((error as NodeJS.ErrnoException).code, config)
    throw advice === undefined ? error : new StartFault(advice, { cause: error })
  }
}

function adviceOn(code: string | undefined, { host, port }: Pick<Config, 'host' | 'port'>): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is taken. End what listens there, or choose another with PORT.`
    case 'EACCES':
      return `User ${process.getuid?.()} may not take port ${port}. Choose one above 1023 with PORT, and put a proxy in front.`
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'EINVAL':
      return `This machine has no address ${host}. Set HOST to one that it has, to 127.0.0.1 for itself alone, or to 0.0.0.0 for all.`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAI_FAIL':
      return `No address is known for the name ${host}. Set HOST to an address of this machine, to 127.0.0.1 for itself alone, or to 0.0.0.0 for all.`
    default:
      return undefined
  }
}
