/**
 * Gives each row that is drawn a place in the page, which it keeps while it is drawn. A row that comes takes over the
 * place of one that goes, where that leaves the order of places as it is: its elements are filled anew, which costs much
 * less than new ones, and none is ever moved, which would take the focus from it.
 */
export class Places {
  #drawn: readonly { keyId: number; place: number }[] = []
  #last = 0

  /** The places of these rows, which come in the order of the list. */
  assign(keyIds: readonly number[]): readonly number[] {
    const staying = new Set(keyIds)
    const kept = new Map(this.#drawn.map(({ keyId, place }) => [keyId, place]))
    // What is left between two rows that stay may be taken by rows that come between the same two.
    const left = Map.groupBy(this.#afterStaying(staying), ({ after }) => after)
    let last: number | undefined
    this.#drawn = keyIds.map((keyId) => {
      const place = kept.get(keyId)
      if (place !== undefined) last = keyId
      return { keyId, place: place ?? left.get(last)?.shift()?.place ?? ++this.#last }
    })
    return this.#drawn.map(({ place }) => place)
  }

  /** The places of rows that go, each with the row before it that stays. */
  #afterStaying(staying: ReadonlySet<number>): { after: number | undefined; place: number }[] {
    let after: number | undefined
    return this.#drawn.flatMap(({ keyId, place }) => {
      if (!staying.has(keyId)) return [{ after, place }]
      after = keyId
      return []
    })
  }
}
