import { type ReactElement, type ReactNode, useId } from 'react'
import styles from './menu.module.css'
import { itemFor } from './menu-keys.ts'
import { usePopover } from './popover.tsx'

interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement<Record<string, unknown>>
  align?: 'start' | 'end'
  children: ReactNode
}

export function Menu({ trigger, align = 'end', children }: MenuProps) {
  const { isOpen, close, popup, ...popover } = usePopover(align, 'menu', (shown) =>
    itemsOf(shown)[0]?.focus({ preventScroll: true }),
  )
  return (
    <>
      {popover.trigger(trigger)}
      <div
        {...popup}
        role="menu"
        aria-labelledby={`${popup.id}-button`}
        onKeyDown={(event) => {
          // What is below it has its own meaning for arrows and letters.
          event.stopPropagation()
          if (event.key === 'Tab') return close()
          const item = itemFor(event.key, itemsOf(event.currentTarget), document.activeElement)
          if (!item) return
          event.preventDefault()
          item.focus()
        }}
      >
        {isOpen && <div className={styles.items}>{children}</div>}
      </div>
    </>
  )
}

const itemsOf = (popup: HTMLElement) => [...popup.querySelectorAll<HTMLElement>('[role=menuitem]')]

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
