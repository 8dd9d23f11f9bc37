export const encodings = ['identity', 'br', 'gzip'] as const
export type Encoding = (typeof encodings)[number]

/** From the smallest to the largest, as a rule. */
const PREFERRED: Encoding[] = ['br', 'gzip']

/** The best encoding among those there are that a client takes. Who refuses everything gets the plain bytes. */
export function chooseEncoding(accept: string | undefined, has: (encoding: Encoding) => boolean): Encoding {
  if (!accept) return 'identity'
  const weights = new Map<string, number>()
  for (const part of accept.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)) || 0)
  }
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0
  let best: Encoding = 'identity'
  let bestWeight = weights.get('identity') ?? 0
  for (const encoding of PREFERRED.toReversed()) {
    const weight = weightOf(encoding)
    if (weight > 0 && weight >= bestWeight && has(encoding)) {
      best = encoding
      bestWeight = weight
    }
  }
  return best
}

/** Whether the client has these very bytes already. A cache in between may have marked the tag as weak. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false
  return ifNoneMatch.split(',').some((part) => {
    const tag = part.trim()
    return tag === '*' || tag === etag || tag === `W/${etag}`
  })
}
