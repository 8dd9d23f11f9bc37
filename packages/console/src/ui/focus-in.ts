/** Gives the focus to the last thing of a place that can have it, such as its buttons; else to the heading of the screen. */
export function focusIn(place: Element | undefined): void {
  const inside = [
    ...(place?.querySelectorAll<HTMLElement>('a[href], button:not(:disabled), input:not(:disabled)') ?? []),
  ]
  const target = inside.at(-1) ?? document.querySelector<HTMLElement>('main h1')
  target?.focus()
}
