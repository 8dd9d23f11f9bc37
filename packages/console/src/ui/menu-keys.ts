interface Item {
  textContent: string | null
}

/** Which item of a menu a key leads to; none: the key means nothing here. */
export function itemFor<T extends Item>(key: string, items: readonly T[], current: unknown): T | undefined {
  const at = items.indexOf(current as T)
  if (key === 'ArrowDown') return items[(at + 1) % items.length]
  if (key === 'ArrowUp') return items.at(at <= 0 ? -1 : at - 1)
  if (key === 'Home') return items[0]
  if (key === 'End') return items.at(-1)
  if (key === ' ' || Array.from(key).length !== 1) return undefined
  // The next one that begins with the letter, and round again.
  const order = [...items.slice(at + 1), ...items.slice(0, at + 1)]
  return order.find(({ textContent }) => textContent?.trim().toLowerCase().startsWith(key.toLowerCase()))
}

interface Box {
  top: number
  bottom: number
  left: number
  right: number
  width: number
  height: number
}

const GAP = 4
const EDGE = 8

/** Below its button, or above where there is more room; never over the edge of the window. */
export function placeOf(
  button: Box,
  popup: Pick<Box, 'width' | 'height'>,
  align: 'start' | 'end',
  isRtl: boolean,
  room = { width: innerWidth, height: innerHeight },
): { block: number; inline: number } {
  const below = button.bottom + GAP
  const above = button.top - GAP - popup.height
  const block = below + popup.height <= room.height - EDGE || above < EDGE ? below : above
  const atRight = (align === 'end') !== isRtl
  const wanted = atRight ? button.right - popup.width : button.left
  return { block, inline: Math.max(EDGE, Math.min(wanted, room.width - EDGE - popup.width)) }
}
