/** Which of some things side by side an arrow key leads to, and round again; none: the key means nothing here. */
export function besides<T>(key: string, things: readonly T[], current: unknown, isRightToLeft: boolean): T | undefined {
  const at = things.indexOf(current as T)
  if (key === 'Home') return things[0]
  if (key === 'End') return things.at(-1)
  if (key === (isRightToLeft ? 'ArrowLeft' : 'ArrowRight')) return things[(at + 1) % things.length]
  if (key === (isRightToLeft ? 'ArrowRight' : 'ArrowLeft')) return things.at(at <= 0 ? -1 : at - 1)
  return undefined
}
