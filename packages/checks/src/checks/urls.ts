import type { Unit } from '../text/unit.ts'
import { type Found, NOTHING, type PairCheck } from './check.ts'

export const urls: PairCheck = {
  id: 'urls',
  kind: 'pair',
  find(unit, source) {
    if (source.addresses.length === 0 || haveSameAddresses(unit, source)) return NOTHING
    // Spelled out they are compared at once; only what is spelled otherwise is taken apart.
    const spelled = new Set(unit.addresses.map(({ text }) => text))
    const others = source.addresses.filter(({ text }) => !spelled.has(text))
    if (others.length === 0) return NOTHING
    const there = new Set(Array.from(spelled, compared))
    const found: Found[] = []
    for (const { text: url } of others) {
      const sought = compared(url)
      if (there.has(sought)) continue
      there.add(sought)
      found.push({ message: `The address ${url} of the source is missing.`, params: { url }, span: null })
    }
    return found
  },
}

/** Most texts have the addresses of their source, one after the other, as they stand. */
const haveSameAddresses = ({ addresses: here }: Unit, { addresses: there }: Unit) =>
  here.length === there.length && here.every(({ text }, at) => text === there[at]?.text)

const LOCALE = /^[a-z]{2}(?:[-_](?:[A-Za-z]{4}|[A-Za-z]{2}|\d{3}))?$/i
/** Names of hosts end with these. They look like languages, and name countries. */
const HOST_LABELS = 2

/** A page in another language is the same page, with or without a slash at its end. */
function compared(address: string): string {
  const [, scheme = '', host = '', path = ''] = /^(\w+:\/\/)?([^/?#]*)(.*)$/s.exec(address) ?? []
  const labels = host.toLowerCase().split('.')
  const kept = labels.filter((label, at) => at >= labels.length - HOST_LABELS || !LOCALE.test(label))
  const [, plain = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(path) ?? []
  const parts = plain.split('/').filter((part) => part !== '' && !LOCALE.test(part))
  return `${scheme.toLowerCase()}${kept.join('.')}/${parts.join('/')}${rest}`
}
