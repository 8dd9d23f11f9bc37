import { cloneElement, type ReactElement, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import styles from './menu.module.css'
import { itemFor, placeOf } from './menu-keys.ts'

interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement<Record<string, unknown>>
  align?: 'start' | 'end'
  children: ReactNode
}

/** A popover of the browser: it closes it at a click elsewhere or at Escape, and gives the focus back to the button. */
export function Menu({ trigger, align = 'end', children }: MenuProps) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  useLayoutEffect(() => {
    const popup = menu.current
    const button = document.getElementById(`${id}-button`)
    if (!isOpen || !popup || !button) return
    const { block, inline } = placeOf(button.getBoundingClientRect(), popup.getBoundingClientRect(), align, isRtl())
    popup.style.insetBlockStart = `${block}px`
    popup.style.left = `${inline}px`
    popup.dataset['placed'] = ''
    itemsOf(popup)[0]?.focus({ preventScroll: true })
  }, [isOpen, id, align])
  return (
    <>
      {cloneElement(trigger, {
        id: `${id}-button`,
        popoverTarget: id,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
      })}
      <div
        id={id}
        ref={menu}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-labelledby={`${id}-button`}
        className={styles.popup}
        onToggle={({ newState, currentTarget }) => {
          delete currentTarget.dataset['placed']
          setOpen(newState === 'open')
        }}
        onKeyDown={(event) => {
          // What is below it has its own meaning for arrows and letters.
          event.stopPropagation()
          const popup = event.currentTarget
          if (event.key === 'Tab') return popup.hidePopover()
          const item = itemFor(event.key, itemsOf(popup), document.activeElement)
          if (!item) return
          event.preventDefault()
          item.focus()
        }}
      >
        {isOpen && children}
      </div>
    </>
  )
}

const itemsOf = (popup: HTMLElement) => [...popup.querySelectorAll<HTMLElement>('[role=menuitem]')]
const isRtl = () => document.documentElement.dir === 'rtl'

export function MenuItem({ onChoose, children }: { onChoose: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={styles.item}
      onPointerMove={(event) => event.currentTarget.focus({ preventScroll: true })}
      onClick={(event) => {
        event.stopPropagation()
        // First, so that whatever opens next finds the focus where it should return to.
        event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
        onChoose()
      }}
    >
      {children}
    </button>
  )
}

/** Items that belong together, below their name. */
export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms, and a menu may hold groups alone
    <div role="group" aria-labelledby={id} className={styles.group}>
      <div id={id} role="presentation" className={styles.groupLabel}>
        {label}
      </div>
      {children}
    </div>
  )
}
