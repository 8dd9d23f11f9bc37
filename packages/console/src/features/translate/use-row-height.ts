import { useIsNarrow } from '../../ui/narrow.ts'

const LINE = 28

/** Of a closed row, in pixels: as dense as somebody likes it; on a narrow screen its texts stand below each other. */
export function useRowHeight(languages: number): number {
  const isNarrow = useIsNarrow()
  const normal = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row')) || 44
  const lines = languages > 1 ? Math.max(normal, languages * LINE + 12) : normal
  return isNarrow ? lines + LINE + (languages > 1 ? 0 : LINE) : lines
}
