import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { createPortal } from 'react-dom'
import { useText } from '../text/context.tsx'
import styles from './announcer.module.css'

const AnnounceContext = createContext<(text: string) => void>(() => {})

/** Tells people who do not see the screen what has happened, politely. */
export const useAnnounce = () => useContext(AnnounceContext)

export function AnnouncerProvider({ children }: { children: ReactNode }) {
  const { t } = useText()
  const [said, setSaid] = useState({ text: '', turn: 0 })
  // The same sentence twice is read twice only if the text changes: a space that nobody hears.
  const announce = useCallback((text: string) => setSaid(({ turn }) => ({ text, turn: turn + 1 })), [])
  return (
    <AnnounceContext value={announce}>
      {children}
      {/* Beside the page, so that it is heard also while a dialog lies over the page. */}
      {createPortal(
        <div role="status" aria-label={t('shell.announcements')} className={styles.unseen}>
          {said.text}
          {said.turn % 2 === 1 ? '\u00a0' : ''}
        </div>,
        document.body,
      )}
    </AnnounceContext>
  )
}
