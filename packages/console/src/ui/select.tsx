import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { itemFor } from './menu-keys.ts'
import { usePopover } from './popover.tsx'
import styles from './select.module.css'

export interface Choice<T extends string> {
  value: T
  label: string
  /** Said beside it, such as how much there is to do. */
  detail?: string
}

export interface SelectProps<T extends string> {
  label: string
  value: T
  choices: readonly Choice<T>[]
  onChange: (value: T) => void
}

/** One of a few things, as combobox `label`. */
export function Select<T extends string>({ label, value, choices, onChange }: SelectProps<T>) {
  /** The letter that opened it leads to the first choice that begins with it. */
  const typed = useRef('')
  const { isOpen, open, close, popup, ...popover } = usePopover('start', 'listbox', (shown) => {
    const chosen = shown.querySelector<HTMLElement>('[aria-selected=true]')
    const named = typed.current ? itemFor(typed.current, itemsOf(shown), chosen) : undefined
    const item = named ?? chosen ?? itemsOf(shown)[0]
    item?.focus()
  })
  const openByKey = (event: KeyboardEvent) => {
    const isLetter = event.key !== ' ' && event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
    if (!isLetter && !['ArrowDown', 'ArrowUp'].includes(event.key)) return
    event.preventDefault()
    typed.current = isLetter ? event.key : ''
    open()
  }
  return (
    <>
      {popover.trigger(
        <button
          type="button"
          role="combobox"
          aria-expanded={isOpen}
          aria-label={label}
          className={styles.trigger}
          onKeyDown={openByKey}
          onClick={() => {
            typed.current = ''
          }}
        >
          {choices.find((choice) => choice.value === value)?.label}
          <ChevronDown size={14} aria-hidden />
        </button>,
      )}
      <div {...popup} role="listbox" aria-label={label} onKeyDown={(event) => moveInList(event, close)}>
        {isOpen && (
          <div role="presentation" className={styles.items}>
            {choices.map((choice) => (
              <button
                key={choice.value}
                type="button"
                role="option"
                tabIndex={-1}
                aria-selected={choice.value === value}
                className={styles.item}
                onPointerMove={({ currentTarget }) => currentTarget.focus({ preventScroll: true })}
                onClick={() => {
                  close()
                  if (choice.value !== value) onChange(choice.value)
                }}
              >
                <span>{choice.label}</span>
                {choice.detail !== undefined && <span className={styles.detail}>{choice.detail}</span>}
              </button>
            ))}
          </div>
        )}
      </div>
    </>
  )
}

const itemsOf = (popup: HTMLElement) => [...popup.querySelectorAll<HTMLElement>('[role=option]')]

function moveInList(event: KeyboardEvent<HTMLElement>, close: () => void): void {
  // What is below it has its own meaning for arrows and letters.
  event.stopPropagation()
  const isLeaving = event.key === 'Tab' || (event.altKey && event.key === 'ArrowUp')
  if (isLeaving) close()
  const item = isLeaving ? undefined : itemFor(event.key, itemsOf(event.currentTarget), document.activeElement)
  if (!item) return
  event.preventDefault()
  item.focus()
}
