import { type Automaton, CASED_ROOT, type Walk } from './automaton.ts'
import { ENDS_WORD, LETTER, type MarkedUnits, WITHIN } from './marked-units.ts'

/** Reads a text along an automaton, with and without its case. */
export class Reader {
  readonly #automaton: Automaton
  readonly #walks: readonly { walk: Walk; units: readonly number[] }[]

  constructor(automaton: Automaton, { folded, cased }: MarkedUnits) {
    this.#automaton = automaton
    this.#walks = automaton.walks().map((walk) => ({ walk, units: walk.root === CASED_ROOT ? cased : folded }))
  }

  /** False where no term was ever put. */
  get leadsAnywhere(): boolean {
    return this.#walks.length > 0
  }

  /** How many edges were looked for so far. */
  get steps(): number {
    let steps = 0
    for (const { walk } of this.#walks) steps += walk.steps
    return steps
  }

  /** Forgets what it has read. */
  restart(): void {
    for (const { walk } of this.#walks) walk.node = walk.root
  }

  /**
   * Reads the unit at a position, the next one, and says where the longest term ends of those that end behind it: up to
   * four nodes, because the case may count or not, and a word may go on or not.
   */
  read(at: number): readonly number[] {
    let found: number[] | undefined
    for (const { walk, units } of this.#walks) {
      const unit = units[at] as number
      if (walk.node === walk.root && unit & WITHIN) continue
      found = withNode(found, this.#automaton.step(walk, unit & LETTER))
      if (unit & ENDS_WORD && walk.node !== walk.root) found = withNode(found, this.#automaton.step(walk, ENDS_WORD))
    }
    return found ?? NONE
  }
}

const NONE: readonly number[] = []

/** Mostly there is none. */
function withNode(nodes: number[] | undefined, node: number): number[] | undefined {
  if (node === 0) return nodes
  if (!nodes) return [node]
  nodes.push(node)
  return nodes
}
