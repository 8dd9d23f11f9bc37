import { cloneElement, type ReactElement, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { placeOf } from './menu-keys.ts'
import styles from './popover.module.css'

type Trigger = ReactElement<Record<string, unknown>>
type Align = 'start' | 'end'

const isRtl = () => document.documentElement.dir === 'rtl'

/**
 * A popover of the browser beside its button: the browser closes it at a click elsewhere or at Escape, and gives the focus
 * back. It lies above everything, so nothing can cut it off.
 */
export function usePopover(align: Align, kind: 'menu' | 'dialog' | 'listbox', onShown?: (popup: HTMLElement) => void) {
  const id = useId()
  const popup = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const shown = useRef(onShown)
  shown.current = onShown
  useLayoutEffect(() => {
    const button = document.getElementById(`${id}-button`)
    const box = popup.current
    if (!isOpen || !box || !button) return
    if (kind === 'listbox') box.style.minInlineSize = `${button.offsetWidth}px`
    const { block, inline } = placeOf(button.getBoundingClientRect(), box.getBoundingClientRect(), align, isRtl())
    box.style.insetBlockStart = `${block}px`
    box.style.left = `${inline}px`
    box.dataset['placed'] = ''
    shown.current?.(box)
  }, [isOpen, id, align, kind])
  return {
    isOpen,
    open: () => {
      if (!popup.current?.matches(':popover-open')) popup.current?.showPopover()
    },
    close: () => popup.current?.hidePopover(),
    trigger: (button: Trigger) =>
      cloneElement(button, {
        id: `${id}-button`,
        popoverTarget: id,
        'aria-haspopup': kind,
        'aria-controls': id,
        'aria-expanded': isOpen,
      }),
    popup: {
      id,
      ref: popup,
      popover: 'auto',
      tabIndex: -1,
      className: styles.popup,
      onToggle: ({ newState, currentTarget }: { newState: string; currentTarget: HTMLElement }) => {
        delete currentTarget.dataset['placed']
        setOpen(newState === 'open')
      },
    },
  } as const
}

interface PopoverProps {
  trigger: Trigger
  /** Its name. */
  label: string
  children: (close: () => void) => ReactNode
}

/** Something to look at beside a button, as dialog `label`. */
export function Popover({ trigger, label, children }: PopoverProps) {
  const popover = usePopover('end', 'dialog', (popup) => popup.focus({ preventScroll: true }))
  return (
    <>
      {popover.trigger(trigger)}
      <div {...popover.popup} role="dialog" aria-label={label}>
        {popover.isOpen && children(popover.close)}
      </div>
    </>
  )
}
