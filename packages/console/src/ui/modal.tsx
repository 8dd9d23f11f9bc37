import { type ComponentProps, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { focusIn } from './focus-in.ts'

interface ModalProps extends ComponentProps<'div'> {
  role?: 'dialog' | 'alertdialog'
  backdropClass: string | undefined
  onClose: () => void
  /** Not closed by a click beside it. */
  isQuestion?: boolean
  /** Has the focus first; else what takes it by itself, or the first that can have it. */
  initialFocus?: RefObject<HTMLElement | null>
}

/**
 * Lies over the page, which cannot be reached meanwhile; what tells people of something (toasts, announcements) can. That
 * is why it is not a <dialog> of the browser, which would silence these too. Escape closes it, and the focus goes back to where it was.
 */
export function Modal({ role = 'dialog', backdropClass, onClose, isQuestion, initialFocus, ...rest }: ModalProps) {
  const layer = useRef<HTMLDivElement>(null)
  useLayer(layer)
  useEscapeOutside(layer, onClose)
  useFocusInside(layer, initialFocus)
  const onKeyDown = (event: KeyboardEvent) => {
    // What lies below it in the tree of components, if not on the screen, has its own meaning for it.
    if (event.key === 'Escape') event.stopPropagation()
    if (event.key === 'Escape' && !event.defaultPrevented && !isOfList(event.target as Element)) onClose()
  }
  const popup = { role, 'aria-modal': true, tabIndex: -1, ...rest }
  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: keys pressed in the dialog come by here
    <div ref={layer} onKeyDown={onKeyDown}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: who uses the keyboard has Escape */}
      <div role="presentation" className={backdropClass} onClick={isQuestion ? undefined : onClose} />
      <div {...popup} />
    </div>,
    document.body,
  )
}

/** A list or a menu that is open in the dialog closes first. */
const isOfList = (target: Element) => target.closest('[aria-haspopup][aria-expanded="true"], :popover-open') !== null

const layers: HTMLElement[] = []

/** Only the topmost can be reached. */
function settle(): void {
  const page = document.getElementById('root')
  const below = [page, ...layers]
  for (const [place, layer] of below.entries()) if (layer) layer.inert = place < below.length - 1
  const { classList, clientWidth } = document.documentElement
  // Nothing moves aside when the page stops to scroll.
  if (layers.length === 1) classList.toggle('scrolls', clientWidth < innerWidth)
  classList.toggle('modal', layers.length > 0)
}

function useLayer(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const layer = ref.current as HTMLElement
    layers.push(layer)
    settle()
    return () => {
      layers.splice(layers.indexOf(layer), 1)
      settle()
    }
  }, [ref])
}

/** Where what had the focus is gone, as a row that was deleted, the keys come to nothing in particular. */
function useEscapeOutside(ref: RefObject<HTMLElement | null>, onClose: () => void): void {
  const close = useRef(onClose)
  close.current = onClose
  useLayoutEffect(() => {
    const onKeyDown = ({ key, target }: globalThis.KeyboardEvent) => {
      if (key === 'Escape' && target === document.body && layers.at(-1) === ref.current) close.current()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [ref])
}

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]'

function useFocusInside(ref: RefObject<HTMLElement | null>, initialFocus?: RefObject<HTMLElement | null>): void {
  // Before anything in it can have taken the focus.
  const before = useRef(document.activeElement)
  useLayoutEffect(() => {
    const layer = ref.current as HTMLElement
    origins.set(layer, before.current)
    if (initialFocus?.current) initialFocus.current.focus()
    else if (!layer.contains(document.activeElement)) firstIn(layer)?.focus()
    return () => {
      const isElsewhere = document.activeElement !== document.body && !layer.contains(document.activeElement)
      if (isElsewhere || !before.current) return
      const back = standing(before.current)
      if (back) back.focus()
      // A grid sees to its own focus when rows go.
      else if (!document.querySelector('main [role="grid"]')) focusIn(undefined)
    }
  }, [ref, initialFocus])
}

/** Where the focus was before each layer. */
const origins = new WeakMap<Element, Element | null>()

/** One dialog may have led to the next and be gone: then the focus goes back to where it was before both. */
function standing(from: Element | null): HTMLElement | undefined {
  if (from?.isConnected) return from instanceof HTMLElement ? from : undefined
  for (let place = from; place; place = place.parentElement)
    if (origins.has(place)) return standing(origins.get(place) ?? null)
  return undefined
}

function firstIn(layer: HTMLElement): HTMLElement | undefined {
  const popup = layer.lastElementChild as HTMLElement
  const inside = [...popup.querySelectorAll<HTMLElement>(FOCUSABLE)]
  return inside.find((element) => element.tabIndex >= 0 && element.checkVisibility()) ?? popup
}
