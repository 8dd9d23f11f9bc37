import { X } from 'lucide-react'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useText } from '../text/context.tsx'
import { Button, IconButton } from './button.tsx'
import { type Notice, Notices, type ShownNotice } from './notices.ts'
import styles from './toast.module.css'

/** Older ones come into sight again when newer ones have gone. */
const SHOWN_AT_ONCE = 3

const NoticesContext = createContext(new Notices())

/** Shows a short text at the edge of the screen; what is returned takes it away again. */
export const useToast = (): ((notice: Notice) => () => void) => useContext(NoticesContext).add

export function ToastProvider({ children }: { children: ReactNode }) {
  const [notices] = useState(() => new Notices())
  return (
    <NoticesContext value={notices}>
      {children}
      {/* Beside the page: what lies below a dialog cannot be reached, and these can. */}
      {createPortal(<Toasts notices={notices} />, document.body)}
    </NoticesContext>
  )
}

function Toasts({ notices }: { notices: Notices }) {
  const { t } = useText()
  const all = useSyncExternalStore(notices.subscribe, notices.all)
  const place = useRef<HTMLElement>(null)
  const cameFrom = useRef<Element>(null)
  useWayIn(place)
  const holdWhileHere = () => notices.hold(place.current?.matches(':hover, :focus-within') ?? false)
  const close = (id: number) => {
    const hadFocus = place.current?.contains(document.activeElement)
    if (hadFocus && cameFrom.current instanceof HTMLElement) cameFrom.current.focus()
    notices.close(id)
    holdWhileHere()
  }
  return (
    <section
      ref={place}
      aria-label={t('ui.notices')}
      aria-live="polite"
      className={styles.viewport}
      onPointerEnter={holdWhileHere}
      onPointerLeave={holdWhileHere}
      onFocus={({ relatedTarget, currentTarget }) => {
        if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget
        holdWhileHere()
      }}
      onBlur={holdWhileHere}
    >
      {all.slice(0, SHOWN_AT_ONCE).map((notice) => (
        <Toast key={notice.id} notice={notice} onClose={() => close(notice.id)} />
      ))}
    </section>
  )
}

function Toast({ notice: { text, isFailure, action }, onClose }: { notice: ShownNotice; onClose: () => void }) {
  const { t } = useText()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys pressed on its buttons come by here
    <div className={styles.toast} onKeyDown={({ key }) => key === 'Escape' && onClose()}>
      <p className={styles.text} role={isFailure ? 'alert' : undefined}>
        {text}
      </p>
      {action && (
        <Button
          kind="quiet"
          onClick={() => {
            onClose()
            action.onPress()
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton label={t('ui.close')} onClick={onClose}>
        <X size={14} aria-hidden />
      </IconButton>
    </div>
  )
}

/** F6 leads to them where it has no other meaning. */
function useWayIn(place: { current: HTMLElement | null }): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const button = event.key === 'F6' && !event.defaultPrevented && place.current?.querySelector('button')
      if (!button) return
      event.preventDefault()
      button.focus()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [place])
}
