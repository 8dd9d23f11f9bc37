import { fault } from '../../http/errors.ts'

/** On whose behalf a password is hashed. */
export interface Asker {
  /** Where they come from; see `sourceOf`. */
  source: string
  /** Somebody has signed in to this very account from there before, or is signed in. */
  isKnown: boolean
}

interface Turn {
  begin: () => void
  refuse: () => void
}

interface Left {
  source: string
  turn: Turn
}

interface Bounds {
  /** Sources that may wait at a time: each is one turn of the others', so this is how long a newcomer waits. */
  sources: number
  /** Turns of all sources that may wait at a time. */
  turns: number
}

/**
 * Where passwords wait to be hashed. Each source has a line of its own, of which one at a time is worked on, and the
 * lines take turns: whoever comes from elsewhere is not kept waiting by a thousand guesses of one source. The known go
 * first, so that they do not wait for guesses from everywhere either; but of several places the last is left to others
 * who wait, or two people with accounts could keep everybody else out.
 *
 * A turn: waiting → at work → done, or waiting → refused, when the room is full and its line is the longest.
 */
export class PasswordLine {
  readonly #atOnce: number
  readonly #known: Room
  readonly #others: Room
  /** The sources that are worked on. */
  readonly #atWork = new Set<string>()
  #knownAtWork = 0

  constructor(atOnce: number, { known, others }: { known: Bounds; others: Bounds }) {
    this.#atOnce = atOnce
    this.#known = new Room(known)
    this.#others = new Room(others)
  }

  async take<T>({ source, isKnown }: Asker, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((begin, refuse) => {
      const turn = { begin, refuse: () => refuse(fault('passwordsBusy')) }
      ;(isKnown ? this.#known : this.#others).enter(source, turn)
      this.#next()
    })
    try {
      return await work()
    } finally {
      this.#atWork.delete(source)
      if (isKnown) this.#knownAtWork--
      this.#next()
    }
  }

  #next(): void {
    while (this.#atWork.size < this.#atOnce) {
      const next = this.#leave()
      if (!next) return
      this.#atWork.add(next.source)
      next.turn.begin()
    }
  }

  #leave(): Left | undefined {
    const isKnownsTurn = this.#knownAtWork < Math.max(1, this.#atOnce - 1)
    const other = isKnownsTurn ? undefined : this.#others.leave(this.#atWork)
    if (other) return other
    const known = this.#known.leave(this.#atWork)
    if (known) this.#knownAtWork++
    return known ?? this.#others.leave(this.#atWork)
  }
}

/** Lines by source, in the order in which they come next. */
class Room {
  readonly #bounds: Bounds
  readonly #lines = new Map<string, Turn[]>()
  #waiting = 0

  constructor(bounds: Bounds) {
    this.#bounds = bounds
  }

  enter(source: string, turn: Turn): void {
    const line = this.#lines.get(source)
    if (!this.#hasRoomFor(line)) {
      turn.refuse()
      return
    }
    if (line) line.push(turn)
    else this.#lines.set(source, [turn])
    this.#waiting++
  }

  /** Room is made where the last of the longest line can go, unless that is the newcomer's own. */
  #hasRoomFor(line: Turn[] | undefined): boolean {
    if (!line && this.#lines.size === this.#bounds.sources) return false
    if (this.#waiting < this.#bounds.turns) return true
    const longest = this.#lines.values().reduce((long, other) => (other.length > long.length ? other : long))
    if (longest.length <= (line?.length ?? 0) + 1) return false
    longest.pop()?.refuse()
    this.#waiting--
    return true
  }

  /** The next turn of a source that is not worked on; its line goes to the end. */
  leave(atWork: ReadonlySet<string>): Left | undefined {
    for (const [source, line] of this.#lines) {
      if (atWork.has(source)) continue
      const turn = line.shift()
      this.#lines.delete(source)
      if (line.length > 0) this.#lines.set(source, line)
      if (!turn) return undefined
      this.#waiting--
      return { source, turn }
    }
    return undefined
  }
}
