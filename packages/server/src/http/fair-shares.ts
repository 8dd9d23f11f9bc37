import type { Situation } from '@parlance/contract'
import { fault } from './errors.ts'

interface Rules {
  /** What there is to share. */
  inAll: number
  waitMs: number
  /** How many wait at most, in all and of one holder. */
  waiting: { inAll: number; ofOne: number }
  /** Of whoever waited in vain: for what they hold themselves, or for what everybody holds. */
  refusals: { own: Situation; others: Situation }
}

/** In whose name something is held, and how much may be held in it. */
export interface Holder {
  name: string
  cap: number
}

/** A wish for a share: waiting → granted or refused → left. */
export interface Claim {
  readonly granted: Promise<void>
  /** Gives back what is not needed of a share that was granted. */
  shrink(amount: number): void
  /** Gives the share back, or the wait up. */
  leave(): void
}

interface Wish {
  amount: number
  holders: readonly Holder[]
  grant(): void
  refuse(situation: Situation): void
}

/**
 * Shares what is scarce. Nobody holds more than their caps; beyond them one waits, for a while. What becomes free goes to
 * whoever holds least in their first name, then to whoever waits longest. A large wish whose turn it is holds up those
 * behind it, so it is not passed over for ever. A wish over its cap is granted to whoever holds nothing else.
 */
export class FairShares {
  readonly #rules: Rules
  readonly #held = new Map<string, number>()
  #inAll = 0
  readonly #waiting = new Set<Wish>()

  constructor(rules: Rules) {
    this.#rules = rules
  }

  /** True while somebody waits for what others hold. */
  get isContended(): boolean {
    for (const wish of this.#waiting) if (!this.#isOverCap(wish)) return true
    return false
  }

  claim(amount: number, holders: readonly Holder[]): Claim {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    let timer: NodeJS.Timeout | undefined
    let isGranted = false
    const wish: Wish = {
      amount,
      holders,
      grant: () => {
        clearTimeout(timer)
        isGranted = true
        resolve()
      },
      refuse: (situation) => {
        clearTimeout(timer)
        reject(fault(situation))
      },
    }
    // Whoever gave up does not look any more.
    promise.catch(() => {})
    this.#enter(wish)
    if (this.#waiting.has(wish)) timer = setTimeout(() => this.#refuse(wish), this.#rules.waitMs)
    const leave = () => {
      if (this.#waiting.has(wish)) this.#refuse(wish)
      else if (isGranted) this.#giveBack(wish)
      isGranted = false
    }
    const shrink = (needed: number) => {
      const spare = wish.amount - needed
      if (!isGranted || spare <= 0) return
      wish.amount = needed
      this.#giveBack({ ...wish, amount: spare })
    }
    return { granted: promise, shrink, leave }
  }

  #enter(wish: Wish): void {
    const { inAll, ofOne } = this.#rules.waiting
    const [first] = wish.holders
    const ofSame = [...this.#waiting].filter(({ holders }) => holders[0]?.name === first?.name).length
    this.#waiting.add(wish)
    this.#serve()
    if (this.#waiting.has(wish) && (ofSame >= ofOne || this.#waiting.size > inAll)) this.#refuse(wish)
  }

  #refuse(wish: Wish): void {
    const { own, others } = this.#rules.refusals
    this.#waiting.delete(wish)
    wish.refuse(this.#isOverCap(wish) ? own : others)
    this.#serve()
  }

  #serve(): void {
    for (;;) {
      const next = this.#next()
      const { inAll } = this.#rules
      if (!next || (this.#inAll > 0 && this.#inAll + next.amount > inAll)) return
      this.#waiting.delete(next)
      this.#inAll += next.amount
      for (const { name } of next.holders) this.#held.set(name, this.#heldBy(name) + next.amount)
      next.grant()
    }
  }

  #next(): Wish | undefined {
    let next: Wish | undefined
    let least = Number.POSITIVE_INFINITY
    for (const wish of this.#waiting) {
      const held = this.#heldBy(wish.holders[0]?.name ?? '')
      if (held >= least || this.#isOverCap(wish)) continue
      next = wish
      least = held
    }
    return next
  }

  #giveBack({ amount, holders }: Wish): void {
    this.#inAll -= amount
    for (const { name } of holders) {
      const left = this.#heldBy(name) - amount
      if (left > 0) this.#held.set(name, left)
      else this.#held.delete(name)
    }
    this.#serve()
  }

  #isOverCap({ amount, holders }: Wish): boolean {
    return holders.some(({ name, cap }) => this.#heldBy(name) > 0 && this.#heldBy(name) + amount > cap)
  }

  #heldBy(name: string): number {
    return this.#held.get(name) ?? 0
  }
}
