import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { besides } from './arrow-keys.ts'

interface Tab<T extends string> {
  value: T
  name: ReactNode
}

interface TabsProps<T extends string> {
  label: string
  tabs: readonly Tab<T>[]
  value: T
  onChange: (value: T) => void
  /** Of the tab that is shown. */
  children: ReactNode
  className: string | undefined
  listClass: string | undefined
  tabClass: string | undefined
  panelClass: string | undefined
}

/** Several things in one place, as tablist `label`. Arrow keys go from tab to tab, Enter shows what is behind one. */
export function Tabs<T extends string>({ label, tabs, value, onChange, children, ...classes }: TabsProps<T>) {
  const id = useId()
  return (
    <div className={classes.className}>
      <div role="tablist" aria-label={label} className={classes.listClass} onKeyDown={moveAlong}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            id={`${id}-${tab.value}`}
            type="button"
            role="tab"
            aria-selected={tab.value === value}
            aria-controls={tab.value === value ? `${id}-panel` : undefined}
            tabIndex={tab.value === value ? 0 : -1}
            className={classes.tabClass}
            onClick={() => onChange(tab.value)}
          >
            {tab.name}
          </button>
        ))}
      </div>
      <div
        key={value}
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={`${id}-${value}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what is long is scrolled with the keyboard, too
        tabIndex={0}
        className={classes.panelClass}
      >
        {children}
      </div>
    </div>
  )
}

function moveAlong(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
  const tab = besides(event.key, tabs, document.activeElement, document.documentElement.dir === 'rtl')
  if (!tab) return
  event.preventDefault()
  tab.focus()
}
