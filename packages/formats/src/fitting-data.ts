import { limits } from '@parlance/contract/limits'

/**
 * As much as can be stored of what one family of formats says of a key, the largest parts left out first. It takes time in
 * proportion to the data, however many parts there are.
 */
export function fittingData<Data extends object>(family: string, data: Data): Partial<Data> {
  // A character may take six bytes.
  if (sizeOf(data) * 6 < limits.formatData) return data
  const parts = Object.entries(data).map(([name, part]) => ({ name, bytes: bytesOf({ [name]: part }) }))
  let bytes = parts.reduce((sum, part) => sum + part.bytes, bytesOf({ [family]: {} }))
  const left = new Set<string>()
  for (const part of parts.sort((a, b) => b.bytes - a.bytes)) {
    if (bytes <= limits.formatData) break
    left.add(part.name)
    bytes -= part.bytes
  }
  return Object.fromEntries(Object.entries(data).filter(([name]) => !left.has(name))) as Partial<Data>
}

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length

/** In characters, with the signs around them. */
function sizeOf(part: unknown): number {
  if (typeof part === 'string') return part.length + 4
  if (typeof part !== 'object' || part === null) return 8
  let size = 4
  for (const [name, inner] of Object.entries(part)) size += name.length + sizeOf(inner)
  return size
}
