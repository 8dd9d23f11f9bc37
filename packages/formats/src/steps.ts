/** Work in steps, as part of other work in steps that hands something over at each pause. */
export function* withPauses<Result, Pause>(
  steps: Generator<void, Result, void>,
  pause: Pause,
): Generator<Pause, Result, void> {
  while (true) {
    const step = steps.next()
    if (step.done) return step.value
    yield pause
  }
}

/** As many as are looked at in a millisecond or two. */
const TURN = 2_000

/** All of them in their order, and now and then undefined for a pause. */
export function* inTurns<T>(all: Iterable<T>): Generator<T | undefined, void, void> {
  let count = 0
  for (const one of all) {
    if (++count % TURN === 0) yield undefined
    yield one
  }
}
