import type { SearchedText } from './searched-text.ts'
import { TermTrie } from './term-trie.ts'
import { standsIn, type TermForm } from './term-units.ts'

/** Up to so many comparisons, terms are looked for one by one: to make a trie of them costs as much as a short value. */
const MOST_COMPARISONS = 2 ** 18

/** Which of some terms stand in a text, one within another, too. */
export function standingIn(text: SearchedText, forms: ReadonlyMap<number, TermForm>): ReadonlySet<number> {
  let comparisons = 0
  for (const { term } of forms.values()) comparisons += term.length * text.units.folded.length
  if (comparisons > MOST_COMPARISONS) {
    const trie = new TermTrie()
    for (const [id, form] of forms) trie.put({ id, ...form })
    return trie.occurringIn(text)
  }
  const standing = new Set<number>()
  for (const [id, form] of forms) if (standsIn(text.units, form)) standing.add(id)
  return standing
}
