import { type Automaton, CASED_ROOT, type Walk } from './automaton.ts'
import { ENDS_WORD, LETTER, type MarkedUnits, WITHIN } from './marked-units.ts'

/** Reads a text along an automaton, with and without its case. */
export class Reader {
  readonly #automaton: Automaton
  readonly #walks: readonly Walk[]
  /** Of each walk. */
  readonly #units: readonly (readonly number[])[]

  constructor(automaton: Automaton, { folded, cased }: MarkedUnits) {
    this.#automaton = automaton
    this.#walks = automaton.walks()
    this.#units = this.#walks.map(({ root }) => (root === CASED_ROOT ? cased : folded))
  }

  /** False where no term was ever put. */
  get leadsAnywhere(): boolean {
    return this.#walks.length > 0
  }

  /** How many edges were looked for so far. */
  get steps(): number {
    let steps = 0
    for (const walk of this.#walks) steps += walk.steps
    return steps
  }

  /** Forgets what it has read. */
  restart(): void {
    for (const walk of this.#walks) walk.node = walk.root
  }

  /**
   * Reads the unit at a position, the next one, and says where the longest term ends of those that end behind it, if any:
   * up to four nodes, because the case may count or not, and a word may go on or not.
   */
  read(at: number): readonly number[] | undefined {
    let found: number[] | undefined
    for (let which = 0; which < this.#walks.length; which++) {
      const walk = this.#walks[which] as Walk
      const unit = (this.#units[which] as readonly number[])[at] as number
      if (walk.node === walk.root && unit & WITHIN) continue
      const node = this.#automaton.step(walk, unit & LETTER)
      if (node !== 0) found = withNode(found, node)
      if (!(unit & ENDS_WORD) || walk.node === walk.root) continue
      const whole = this.#automaton.step(walk, ENDS_WORD)
      if (whole !== 0) found = withNode(found, whole)
    }
    return found
  }
}

function withNode(nodes: number[] | undefined, node: number): number[] {
  if (!nodes) return [node]
  nodes.push(node)
  return nodes
}
