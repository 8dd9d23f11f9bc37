/** How well a text answers what somebody types; 0: not at all. */
export function rank(text: string, asked: string): number {
  if (text === asked) return 5
  const [plainText, plainAsked] = [plain(text), plain(asked)]
  if (plainText === plainAsked) return 4
  const at = plainText.indexOf(plainAsked)
  if (at < 0) return 0
  if (at === 0) return 3
  return /[\p{L}\p{N}]/u.test(plainText[at - 1] ?? '') ? 1 : 2
}

/** Whatever the case and the accents. */
const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()

interface Ranked {
  label: string
  alias?: string
  /** Found by something else than its label. */
  isFound?: boolean
}

const pointsOf = ({ label, alias, isFound }: Ranked, asked: string) =>
  Math.max(rank(label, asked), alias === undefined ? 0 : rank(alias, asked) - 0.5, isFound ? 0.5 : 0)

/** Those that answer, the best first; of equals, the shorter, then as they came. */
export function bestFirst<T extends Ranked>(items: readonly T[], asked: string, most: number): readonly T[] {
  if (plain(asked) === '') return items.slice(0, most)
  return items
    .map((item) => ({ item, points: pointsOf(item, asked) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points || a.item.label.length - b.item.label.length)
    .slice(0, most)
    .map(({ item }) => item)
}
