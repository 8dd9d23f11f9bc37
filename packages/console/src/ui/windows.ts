/** Where rows are: all are of one height but the open one. So a list of any length is laid out by arithmetic. */
export interface Layout {
  count: number
  rowHeight: number
  open: { index: number; height: number } | undefined
}

/** More than this would be felt when scrolling. */
const MOST_ROWS = 76
const OVERSCAN = 8

export function topOf({ rowHeight, open }: Layout, index: number): number {
  const grown = open && index > open.index ? open.height - rowHeight : 0
  return index * rowHeight + grown
}

export const heightOf = ({ rowHeight, open }: Layout, index: number) =>
  index === open?.index ? open.height : rowHeight

export const totalHeight = (layout: Layout) => topOf(layout, layout.count)

/** The row at a height, or the nearest. */
export function indexAt(layout: Layout, y: number): number {
  const { count, rowHeight, open } = layout
  const plain = Math.floor(y / rowHeight)
  const index =
    !open || plain <= open.index ? plain : Math.max(open.index, Math.floor((y - open.height + rowHeight) / rowHeight))
  return Math.min(Math.max(index, 0), Math.max(count - 1, 0))
}

/** The rows to draw, first and last, for what is in view and a little around it. */
export function rangeInView(
  layout: Layout,
  scrollTop: number,
  viewHeight: number,
  overscan = OVERSCAN,
): { first: number; last: number } {
  const [top, bottom] = [indexAt(layout, scrollTop), indexAt(layout, scrollTop + viewHeight)]
  const around = Math.max(0, Math.min(overscan, Math.floor((MOST_ROWS - (bottom - top + 1)) / 2)))
  return { first: Math.max(0, top - around), last: Math.min(layout.count - 1, bottom + around) }
}

/** Where to scroll so that a row is in view as a whole, or from its top on where it is too high. */
export function scrollTopFor(layout: Layout, index: number, scrollTop: number, viewHeight: number): number {
  const [top, height] = [topOf(layout, index), heightOf(layout, index)]
  if (top < scrollTop || height > viewHeight) return top
  return Math.max(scrollTop, top + height - viewHeight)
}

/** The ids of the parts of a list, each of `size`, that rows from `first` to `last` are in. */
export function partAround(ids: readonly number[], first: number, last: number, size = 100): readonly number[] {
  return ids.slice(Math.floor(first / size) * size, (Math.floor(last / size) + 1) * size)
}
