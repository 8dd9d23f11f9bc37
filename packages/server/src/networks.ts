import { isIP } from 'node:net'
import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js'

/** An address, and with how many of its bits all others of the network begin. */
export type Network = readonly [IPv4 | IPv6, number]

/** Comma-separated CIDRs; an address alone is a network of one. Throws on the first entry that is neither. */
export function parseNetworks(list: string): Network[] {
  const entries = list.split(',').map((entry) => entry.trim())
  return entries.filter((entry) => entry !== '').map(parseNetwork)
}

export function parseNetwork(entry: string): Network {
  const [address = '', prefix, ...rest] = entry.split('/')
  const family = familyOf(address)
  const bits = family === 6 ? 128 : 32
  const length = Number(prefix ?? bits)
  if (!family || length > bits || !/^\d+$/.test(prefix ?? '0') || rest.length > 0) {
    throw new TypeError(`"${entry}" is not a network such as 10.0.0.0/8 or fd00::/8.`)
  }
  return [ipaddr.parse(address), length]
}

export const isIn = (address: IPv4 | IPv6, [network, length]: Network) =>
  address.kind() === network.kind() && address.match(network, length)

/**
 * Only what the system itself takes for an address: the parser of ipaddr.js also reads 0x7f.1 and the like. An address
 * with a zone is none here, since it means something on one machine only.
 */
export function familyOf(address: string): 4 | 6 | undefined {
  const family = isIP(address)
  return (family === 4 || family === 6) && !address.includes('%') ? family : undefined
}
