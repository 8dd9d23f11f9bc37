import type { MemoryMatch, SimilarKey } from './queries.ts'

/** A text that somebody may take, and why it may fit. */
export type Suggestion =
  | { from: 'memory'; text: string; sourceText: string; similarity: number; match: MemoryMatch }
  | { from: 'key'; text: string; sourceText: string; similarity: number; match: SimilarKey }
  | { from: 'machine'; text: string; provider: string }

export type Machine =
  | { state: 'off' }
  | { state: 'asked' }
  | { state: 'silent' }
  | { state: 'answered'; text: string; provider: string }

/** Where a machine stands among matches: they may be of the wrong sentence, its translation may be wrong. */
const AS_GOOD_AS = 80
const MOST = 9

/**
 * Best first, equal texts once; of those, the one of a memory stays, because its use is counted there. A machine that was
 * asked has its place before it answers, so that no number changes under somebody's fingers: undefined stands for it.
 */
export function ranked(
  memory: readonly MemoryMatch[],
  keys: readonly SimilarKey[],
  machine: Machine,
): (Suggestion | undefined)[] {
  const matches = unique([
    ...memory.map((match) => ({ from: 'memory' as const, text: match.targetText, ...rest(match), match })),
    ...keys.map((match) => ({ from: 'key' as const, text: match.targetText, ...rest(match), match })),
  ])
  if (machine.state === 'off') return matches.slice(0, MOST)
  const place = matches.findIndex(({ similarity }) => similarity < AS_GOOD_AS)
  const before = matches.slice(0, place === -1 ? undefined : place).slice(0, MOST - 1)
  const after = place === -1 ? [] : matches.slice(place)
  return [...before, ofMachine(machine, matches), ...after].slice(0, MOST)
}

const rest = ({ sourceText, similarity }: { sourceText: string; similarity: number }) => ({ sourceText, similarity })

function unique(suggestions: readonly Exclude<Suggestion, { from: 'machine' }>[]) {
  const best = suggestions.toSorted((a, b) => b.similarity - a.similarity)
  const seen = new Set<string>()
  return best.filter(({ text }) => !seen.has(text) && seen.add(text))
}

function ofMachine(machine: Machine, matches: readonly Suggestion[]): Suggestion | undefined {
  if (machine.state !== 'answered' || matches.some(({ text }) => text === machine.text)) return undefined
  return { from: 'machine', text: machine.text, provider: machine.provider }
}
