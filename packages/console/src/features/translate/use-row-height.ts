import { useSyncExternalStore } from 'react'

const LINE = 28

/** Of a closed row, in pixels: as dense as somebody likes it; on a narrow screen its texts stand below each other. */
export function useRowHeight(languages: number): number {
  const isNarrow = useIsNarrow()
  const normal = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row')) || 44
  const lines = languages > 1 ? Math.max(normal, languages * LINE + 12) : normal
  return isNarrow ? lines + LINE + (languages > 1 ? 0 : LINE) : lines
}

const narrow = matchMedia('(max-width: 767px)')

const subscribe = (listener: () => void) => {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

/** Too narrow for a list beside anything: a phone, or a page that was made very large. */
export const useIsNarrow = () => useSyncExternalStore(subscribe, () => narrow.matches)
