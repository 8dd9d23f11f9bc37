/** How long one turn may take: a page that scrolls has 16 ms for everything. */
const TURN_MS = 4
/** A page that is never idle is looked at all the same. */
const LATEST_MS = 500

/**
 * Goes through what is added when the page has nothing else to do, after it was drawn; `stop` ends with what is left. Each
 * turn begins anew: what it finds out about the page holds until its end.
 */
export function whenIdle<Item>(begin: () => (item: Item) => void) {
  let items: Item[] = []
  let at = 0
  let cancel: (() => void) | undefined
  const turn = () => {
    cancel = undefined
    const work = begin()
    const end = performance.now() + TURN_MS
    while (at < items.length && performance.now() < end) work(items[at++] as Item)
    if (at < items.length) {
      cancel = later(turn)
      return
    }
    items = []
    at = 0
  }
  return {
    add(item: Item) {
      items.push(item)
      cancel ??= later(turn)
    },
    stop() {
      cancel?.()
      const work = begin()
      for (const item of items.slice(at)) work(item)
      items = []
    },
  }
}

function later(work: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, TURN_MS)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(work, { timeout: LATEST_MS })
  return () => cancelIdleCallback(request)
}
