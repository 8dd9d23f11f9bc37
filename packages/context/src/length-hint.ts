// How many characters a text has room for. Said only where a longer text would be cut or stand over: where it wraps, or
// where its box grows with it, any number fits.
import type { ShownText } from './shown-texts.ts'

const UNWRAPPED = new Set(['nowrap', 'pre'])
/** Boxes are placed on fractions of pixels. */
const TOLERANCE = 1

export function lengthHintOf({ element, node, attribute }: ShownText): string | null {
  if (attribute === 'placeholder') return element.localName === 'input' ? hint(roomIn(element), element) : null
  if (attribute === 'value') return hint(roomBeside(element, element), element)
  if (attribute !== undefined || !UNWRAPPED.has(getComputedStyle(element).whiteSpace)) return null
  return hint(roomBeside(node, boxOf(element)), element)
}

function hint(room: number | null, element: Element): string | null {
  if (room === null || room <= 0) return null
  // Widths of boxes are told in whole pixels, so half a pixel may be missing.
  const fitting = Math.floor((room + 0.5) / characterWidth(getComputedStyle(element)))
  return fitting > 0 && Number.isFinite(fitting) ? `${fitting}ch` : null
}

/** The element whose width holds the text: elements in a line have none of their own. */
function boxOf(element: Element): Element {
  let box = element
  while (box.parentElement && /^(inline|contents)$/.test(getComputedStyle(box).display)) box = box.parentElement
  return box
}

function roomIn(box: Element): number {
  const { paddingLeft, paddingRight } = getComputedStyle(box)
  return box.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
}

/** What is left of the box beside what else stands in it; null when the box is as wide as it is because of the text. */
function roomBeside(text: Node, box: Element): number | null {
  const { display, maxWidth, overflowX } = getComputedStyle(box)
  if (display === 'table-cell' && overflowX === 'visible') return null
  const room = roomIn(box)
  const content = widthOf(box)
  const others = text === box ? 0 : content - widthOf(text)
  const isOverfull = box.scrollWidth > box.clientWidth || content > room + TOLERANCE
  if (isOverfull || content < room - TOLERANCE) return room - others
  return maxWidth.endsWith('px') ? Number.parseFloat(maxWidth) - others : null
}

function widthOf(node: Node): number {
  const range = document.createRange()
  range.selectNodeContents(node)
  return range.getBoundingClientRect().width
}

const widths = new Map<string, number>()
let canvas: CanvasRenderingContext2D | null | undefined

/** As CSS has it for the unit `ch`: the width of a zero. */
function characterWidth({ fontStyle, fontWeight, fontSize, fontFamily, letterSpacing }: CSSStyleDeclaration): number {
  const font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`
  let width = widths.get(font)
  if (width === undefined) {
    canvas ??= document.createElement('canvas').getContext('2d')
    if (canvas) canvas.font = font
    width = canvas?.measureText('0').width || Number.parseFloat(fontSize) / 2
    widths.set(font, width)
  }
  return width + (Number.parseFloat(letterSpacing) || 0)
}
