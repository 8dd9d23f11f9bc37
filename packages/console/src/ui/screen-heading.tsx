import { type ReactNode, useEffect, useRef } from 'react'
import unseen from './announcer.module.css'

/** False until somebody has gone from one screen to another: a page that was just opened begins at its top. */
let hasMoved = false

export const noteMove = () => {
  hasMoved = true
}

interface ScreenHeadingProps {
  children: ReactNode
  /** What the browser's tab says. */
  title: string
  /** Read out, but not drawn. */
  isUnseen?: boolean
}

/** The heading of a screen: it names the browser's tab, and gets the focus when somebody comes from another screen. */
export function ScreenHeading({ children, title, isUnseen }: ScreenHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Parlance`
  }, [title])
  useEffect(() => {
    if (hasMoved) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className={isUnseen ? unseen.unseen : undefined}>
      {children}
    </h1>
  )
}
