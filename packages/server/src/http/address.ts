import type { FastifyRequest } from 'fastify'
import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js'
import { familyOf, isIn, type Network } from '../networks.ts'

/**
 * Whose requests are counted together, by where they come from: the other end of the connection or, where a proxy that is
 * trusted (TRUST_PROXY) sent a request on, the address that the proxy names. Of IPv6 it is a whole /64, since that is the
 * least that anybody is given. What a proxy says that nobody can read counts as the proxy itself.
 */
export function sourceOf({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const address = read(ip) ?? read(socket.remoteAddress ?? '')
  if (!address) return 'unknown'
  if (address.kind() === 'ipv4') return address.toString()
  return new ipaddr.IPv6([...(address as IPv6).parts.slice(0, 4), 0, 0, 0, 0]).toString()
}

/** The same for people to read: the address itself, in its usual spelling. */
export const addressOf = ({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string | null =>
  (read(ip) ?? read(socket.remoteAddress ?? ''))?.toString() ?? null

/** Some proxies add the port. A zone means something on this machine only, and an IPv4 address may come as IPv6. */
function read(text: string): IPv4 | IPv6 | undefined {
  const [, bracketed, withPort] = /^\[(.*)\](?::\d+)?$|^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text) ?? []
  const address = (bracketed ?? withPort ?? text).replace(/%.*$/, '')
  return familyOf(address) ? ipaddr.process(address) : undefined
}

/** Whether what a machine says about others is believed. */
export const isTrusted = (networks: readonly Network[]) => (address: string) => {
  const machine = read(address)
  return machine !== undefined && networks.some((network) => isIn(machine, network))
}
