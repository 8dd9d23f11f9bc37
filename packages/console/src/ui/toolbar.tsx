import { type ComponentProps, type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { besides } from './arrow-keys.ts'

/** Buttons that belong together: Tab comes to one of them, the one that was used last, and arrow keys to the others. */
export function Toolbar(props: ComponentProps<'div'> & { 'aria-label': string }) {
  const bar = useRef<HTMLDivElement>(null)
  const last = useRef<Element>(null)
  const settle = () => {
    const buttons = buttonsOf(bar.current)
    const stop = buttons.find((button) => button === last.current) ?? buttons[0]
    for (const button of buttons) button.tabIndex = button === stop ? 0 : -1
  }
  // Other buttons may be there each time.
  useLayoutEffect(settle)
  const onKeyDown = (event: KeyboardEvent) => {
    const isRightToLeft = document.documentElement.dir === 'rtl'
    const button = besides(event.key, buttonsOf(bar.current), document.activeElement, isRightToLeft)
    if (!button) return
    event.preventDefault()
    button.focus()
  }
  const onFocus = ({ target }: { target: Element }) => {
    last.current = target
    settle()
  }
  return <div ref={bar} role="toolbar" onKeyDown={onKeyDown} onFocus={onFocus} {...props} />
}

const buttonsOf = (bar: HTMLElement | null) => [
  ...(bar?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)') ?? []),
]
