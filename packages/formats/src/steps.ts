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
